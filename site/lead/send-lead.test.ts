import { describe, expect, it } from 'vitest';
import type { Lead } from '#domain/lead.ts';
import { exampleLead } from '#server/fields/lead-fields.ts';
import { nextStep } from './next-step.ts';
import type { PendingDeps } from './pending-list.ts';
import type { Answer } from './post-lead.ts';
import { sendLead } from './send-lead.ts';
import { fromPending } from './send-pending.ts';

const answers = {
  name: '  Claire Rochat ',
  email: ' claire@exemple.ch ',
  userId: 'usr_mabc123zzzzzz',
  url: 'https://exemple.ch/sales?de=test#consultation',
};

function world(answer: Answer | Error | 'never', canStore = true) {
  const values = new Map<string, string>();
  const posted: Lead[] = [];
  const keptWhenPosted: number[] = [];
  const paused: number[] = [];
  const kept = () => JSON.parse(values.get('pending_leads') ?? '[]') as unknown[];
  const deps: PendingDeps = {
    store: {
      getItem: (key) => values.get(key) ?? null,
      setItem: (key, value) => {
        if (!canStore) throw new Error('full');
        values.set(key, value);
      },
    },
    exclusive: (_name, work) => work(),
    now: () => 0,
    post: async (lead) => {
      posted.push(lead);
      keptWhenPosted.push(kept().length);
      if (answer instanceof Error) throw answer;
      return answer === 'never' ? new Promise(() => {}) : answer;
    },
    // Longer than an answer that comes takes.
    pause: (ms) => {
      paused.push(ms);
      return new Promise((resolve) => setTimeout(resolve));
    },
  };
  return { deps, posted, kept, keptWhenPosted, paused };
}

describe('sendLead', () => {
  it('writes the lead down before it sends it, and forgets it once acknowledged', async () => {
    const { deps, posted, kept, keptWhenPosted } = world({ kind: 'acknowledged' });
    expect(await sendLead(deps, answers)).toEqual({ kind: 'sent' });
    expect(keptWhenPosted).toEqual([1]);
    expect(kept()).toEqual([]);
    expect(posted[0]).toMatchObject({ name: 'Claire Rochat', email: 'claire@exemple.ch', status: 'Cold' });
    expect(posted[0]?.url).toBe('https://exemple.ch/sales?de=test');
  });

  it('has written down what the server said when it is sent: the next page asks for it', async () => {
    const { deps, kept } = world({ kind: 'acknowledged', reference: 'r' });
    const said: unknown[] = [];
    const slow: PendingDeps = {
      ...deps,
      // Another tab has the lock for a moment.
      exclusive: async (_name, work) => {
        await new Promise(setImmediate);
        return work();
      },
      pause: () => new Promise(() => {}),
      answered: (_id, answer) => said.push(answer),
    };
    expect(await sendLead(slow, answers)).toEqual({ kind: 'sent' });
    expect([kept(), said]).toEqual([[], [{ kind: 'acknowledged', reference: 'r' }]]);
  });

  it('sends and keeps every field', async () => {
    const { id: _, status, ...content } = exampleLead();
    const { deps, posted, kept } = world({ kind: 'none' });
    await sendLead(deps, content);
    expect(posted[0]).toEqual({ ...content, status, id: posted[0]?.id });
    expect(fromPending(kept()[0])).toEqual(posted[0]);
  });

  it('names the same lead however often it is sent', async () => {
    const { deps, posted } = world({ kind: 'acknowledged' });
    await sendLead(deps, answers);
    await sendLead(deps, { ...answers, url: 'https://exemple.ch/sales?de=test' });
    await sendLead(deps, { ...answers, name: 'Autre Nom' });
    expect(posted[1]?.id).toBe(posted[0]?.id);
    expect(posted[2]?.id).not.toBe(posted[0]?.id);
  });

  it('shortens a page address that no lead could carry', async () => {
    const { deps, posted } = world({ kind: 'acknowledged' });
    await sendLead(deps, { ...answers, url: `https://exemple.ch/sales?${'u'.repeat(5000)}` });
    expect(posted[0]?.url).toHaveLength(2048);
  });

  it('keeps the lead when the server does not answer', async () => {
    const { deps, kept } = world({ kind: 'none' });
    expect(await sendLead(deps, answers)).toEqual({ kind: 'kept' });
    expect(kept()).toHaveLength(1);
  });

  it('has a visitor whose lead is kept wait for no more than 2.5 s', async () => {
    const { deps, kept, paused } = world('never');
    expect(await sendLead(deps, answers)).toEqual({ kind: 'kept' });
    expect(paused).toEqual([2500]);
    expect(kept()).toHaveLength(1);
  });

  it('tells of the lead once it is written down, before it is sent', async () => {
    const { deps, kept, posted } = world({ kind: 'acknowledged' });
    const told: unknown[] = [];
    await sendLead(deps, answers, {}, (lead) => told.push([lead.name, kept().length, posted.length]));
    expect(told).toEqual([['Claire Rochat', 1, 0]]);
  });

  it('fails only when the lead can be neither sent nor kept', async () => {
    expect(await sendLead(world({ kind: 'none' }, false).deps, answers)).toEqual({ kind: 'failed' });
    await expect(sendLead(world(new Error('boom')).deps, answers)).rejects.toThrow('boom');
  });

  it('has the form posted where nothing can be written down: only the server can tell the next step', async () => {
    const { deps, posted } = world({ kind: 'acknowledged' }, false);
    expect(await sendLead(deps, answers)).toEqual({ kind: 'posted' });
    expect(posted).toHaveLength(1);
  });

  it('says what is wrong and keeps nothing when the lead is refused', async () => {
    const errors = [{ field: 'email', message: 'Non.' }];
    const { deps, kept } = world({ kind: 'refused', errors });
    expect(await sendLead(deps, answers)).toEqual({ kind: 'invalid', errors });
    expect(kept()).toEqual([]);
  });

  it('keeps what is refused after the visitor has gone on: the page that sends it again tells of it', async () => {
    const { deps, kept } = world('never');
    let refuse = (_: Answer) => {};
    const told: unknown[] = [];
    const slow: PendingDeps = {
      ...deps,
      post: () =>
        new Promise((resolve) => {
          refuse = resolve;
        }),
      answered: (_id, answer) => told.push(answer),
    };
    expect(await sendLead(slow, answers)).toEqual({ kind: 'kept' });
    refuse({ kind: 'refused', errors: [{ field: 'adresse', message: 'Plutôt anne@gmail.com ?' }] });
    await new Promise(setImmediate);
    expect([kept().length, told]).toEqual([1, []]);
  });

  it('asks nobody about a blank field', async () => {
    const { deps, posted } = world({ kind: 'acknowledged' });
    expect((await sendLead(deps, { ...answers, name: '   ' })).kind).toBe('invalid');
    expect(posted).toEqual([]);
  });
});

describe('nextStep', () => {
  it('carries the trimmed name and e-mail, encoded', () => {
    expect(nextStep(' Anne & Luc ', 'a+b@exemple.ch')).toBe(
      '/introduction?name=Anne+%26+Luc&email=a%2Bb%40exemple.ch',
    );
  });
});
