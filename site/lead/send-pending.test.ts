import { describe, expect, it, vi } from 'vitest';
import type { Lead } from '#domain/lead.ts';
import { fakeBrowser } from '../../tests/fakes/browser.ts';
import { browserDeps, keepLead, type PendingDeps, settleLead } from './pending-list.ts';
import type { Answer } from './post-lead.ts';
import { sendPending, sendUntilGone } from './send-pending.ts';

const lead: Lead = {
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Claire Rochat',
  email: 'claire@exemple.ch',
  userId: 'usr_mabc123zzzzzz',
  url: 'https://exemple.ch/sales',
  status: 'Cold',
};
const other: Lead = { ...lead, id: '22222222-2222-4222-8222-222222222222', name: 'Luc Morel' };

/** A browser on a clock that only pauses advance, and a server that answers as told. */
function world(stored?: string, ...answers: Answer[]) {
  const posted: Lead[] = [];
  const pauses: number[] = [];
  let now = 1_795_000_000_000;
  const browser = fakeBrowser(async (sent) => {
    posted.push(sent);
    return answers[posted.length - 1] ?? answers.at(-1) ?? { kind: 'acknowledged' };
  }, stored);
  const deps: PendingDeps = {
    ...browser.deps,
    now: () => now,
    pause: async (ms) => {
      pauses.push(ms);
      now += ms;
    },
  };
  return { deps, posted, pauses, list: browser.pending };
}

describe('pending_leads', () => {
  it('tells of a kept lead that is refused for good, and of no other', async () => {
    const { deps, list } = world(undefined, { kind: 'refused', errors: [] }, { kind: 'acknowledged' });
    await keepLead(deps, { ...lead, email: 'claire@exemple' });
    await keepLead(deps, other);
    const refused = vi.fn();
    await sendPending({ ...deps, refused });
    expect(refused.mock.calls).toEqual([[expect.objectContaining({ id: lead.id, email: 'claire@exemple' })]]);
    expect(list()).toEqual([]);
  });

  it('keeps a lead with the specified fields, once', async () => {
    const { deps, list } = world();
    await keepLead(deps, lead);
    await keepLead(deps, lead);
    expect(list()).toEqual([
      {
        name: lead.name,
        email: lead.email,
        userId: lead.userId,
        url: lead.url,
        status: 'Cold',
        id: 'pending_1795000000000',
        timestamp: new Date(1_795_000_000_000).toISOString(),
        leadId: lead.id,
      },
    ]);
  });

  it('says for how long a lead was kept, from when its form was filled in last', async () => {
    const { deps } = world(undefined, { kind: 'none', retryAfterMs: 5_000 });
    const ages: (number | undefined)[] = [];
    const timed: PendingDeps = {
      ...deps,
      post: (sent, hidden, ageMs) => {
        ages.push(ageMs);
        return deps.post(sent, hidden, ageMs);
      },
    };
    await keepLead(timed, lead);
    await deps.pause(60_000);
    await sendPending(timed);
    await deps.pause(60_000);
    await keepLead(timed, lead);
    await deps.pause(1_000);
    await sendPending(timed);
    expect(ages).toEqual([60_000, 1_000]);
  });

  it('loses no entry when several are kept and forgotten at once', async () => {
    const { deps, list } = world();
    await Promise.all([
      keepLead(deps, lead),
      keepLead(deps, other),
      settleLead(deps, lead.id, { kind: 'acknowledged' }),
    ]);
    expect(list().map((entry) => entry.leadId)).toEqual([other.id]);
  });

  it('says so when nothing can be stored', async () => {
    const { deps } = world();
    const full = {
      ...deps,
      store: {
        getItem: () => null,
        setItem: () => {
          throw new Error('full');
        },
      },
    };
    expect(await keepLead(full, lead)).toBe(false);
    expect(await keepLead({ ...deps, store: undefined }, lead)).toBe(false);
  });

  it('sends again under the first uuid and forgets what is acknowledged', async () => {
    const { deps, posted, list } = world();
    await keepLead(deps, lead);
    await sendPending(deps);
    expect(posted).toEqual([lead]);
    expect(list()).toEqual([]);
  });

  it('keeps an entry that gets no answer that counts', async () => {
    const { deps, list } = world(undefined, { kind: 'none' });
    await keepLead(deps, lead);
    await sendPending(deps);
    expect(list()).toHaveLength(1);
  });

  it('forgets an entry that is refused for good', async () => {
    const { deps, list } = world(undefined, { kind: 'refused', errors: [] });
    await keepLead(deps, lead);
    await sendPending(deps);
    expect(list()).toEqual([]);
  });

  it('sends the valid entries of a damaged list and throws none of them away', async () => {
    const valid = { ...lead, id: 'pending_1', timestamp: '2026-01-01T00:00:00.000Z', leadId: lead.id };
    const { deps, posted, list } = world(JSON.stringify([7, null, { name: 3 }, valid, 'x']), {
      kind: 'none',
    });
    await sendPending(deps);
    await keepLead(deps, other);
    expect(posted).toEqual([lead]);
    expect(list()).toEqual(expect.arrayContaining([valid, expect.objectContaining({ leadId: other.id })]));
  });

  it('gives an entry without a uuid the one that its content names', async () => {
    const { leadId: _none, ...old } = { ...lead, id: 'pending_1', timestamp: '2026-01-01', leadId: '' };
    const { deps, posted, list } = world(JSON.stringify([old]));
    await sendPending(deps);
    expect(posted[0]?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8/);
    expect(list()).toEqual([]);
  });

  it.each(['{', '"text"', '42', ''])('starts afresh over %j', async (damaged) => {
    const { deps, list, posted } = world(damaged);
    await sendPending(deps);
    await keepLead(deps, lead);
    expect(posted).toEqual([]);
    expect(list()).toHaveLength(1);
  });

  it('lets one tab at a time send', async () => {
    const { deps, posted } = world();
    await keepLead(deps, lead);
    await Promise.all([sendPending(deps), sendPending(deps)]);
    expect(posted).toHaveLength(1);
  });

  it('pauses twice as long each time up to a minute while nobody answers', async () => {
    const none: Answer = { kind: 'none' };
    const { deps, posted, pauses } = world(undefined, none, none, none, none, none, none, none, {
      kind: 'acknowledged',
    });
    await keepLead(deps, lead);
    await sendUntilGone(deps);
    expect(pauses).toEqual([2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * 1000));
    expect(posted).toHaveLength(8);
  });

  it('sends nothing before the server said that it may, in whichever tab', async () => {
    const busy: Answer = { kind: 'none', retryAfterMs: 30_000 };
    const { deps, posted, pauses, list } = world(undefined, busy, { kind: 'acknowledged' });
    await keepLead(deps, lead);
    expect(await sendPending(deps)).toBe(30_000);
    expect(await sendPending(deps)).toBe(30_000);
    expect(posted).toHaveLength(1);
    await sendUntilGone(deps);
    expect(pauses).toEqual([30_000]);
    expect(posted).toEqual([lead, lead]);
    expect(list()).toEqual([]);
  });

  it('does not believe in a wait of more than ten minutes', async () => {
    const { deps, posted } = world(undefined, { kind: 'none', retryAfterMs: 86_400_000 }, { kind: 'none' });
    await keepLead(deps, lead);
    expect(await sendPending(deps)).toBe(600_000);
    // The clock of the visitor's machine was set back an hour.
    await sendPending({ ...deps, now: () => deps.now() - 3_600_000 });
    expect(posted).toHaveLength(2);
  });

  it('tells what the server said of each lead', async () => {
    const { deps } = world(undefined, { kind: 'refused', errors: [] }, { kind: 'acknowledged' });
    const told: unknown[] = [];
    await keepLead(deps, lead);
    await keepLead(deps, other);
    await sendPending({ ...deps, answered: (id, { kind }) => told.push([id, kind]) });
    expect(told).toEqual([
      [lead.id, 'refused'],
      [other.id, 'acknowledged'],
    ]);
  });

  it('asks for no lock where the browser denies storage, and locks with it', async () => {
    const denied = new DOMException('denied', 'SecurityError');
    vi.stubGlobal('window', {
      get localStorage() {
        throw denied;
      },
    });
    vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(denied) } });
    expect(await keepLead(browserDeps(), lead)).toBe(false);
  });
});
