import { describe, expect, test } from 'vitest';
import {
  CROWDED,
  MORE_FOR_LEADS,
  MOST_OF_ONE_ASKER,
  MOST_WAITING,
  UNPROVED_WHILE_WAITING,
} from '#server/audits/queue/ask-audit.ts';
import { settleAudit } from '#server/audits/queue/audit-settle.ts';
import { leadWriter } from '#server/leads/lead-writer.ts';
import { auditBench } from '../fakes/audit-bench.ts';
import { fakeEngine, someFacts } from '../fakes/audit-engine.ts';
import { someLeads } from '../fakes/leads.ts';
import { engines } from './engines.ts';

describe.each(Object.entries(engines))('the bounds of the audits’ queue on %s', (_name, open) => {
  test('refuses audits beyond its limits, and says how long to wait', async () => {
    const { db, ask } = await auditBench(open);
    for (let index = 0; index <= UNPROVED_WHILE_WAITING; index += 1)
      expect(await ask(`u${index}.example`, { proved: false })).toEqual(expect.any(String));
    expect(await ask('x.example', { proved: false })).toEqual({ kind: 'unproved', retryAfterSeconds: 80 });
    // Those without a proof take nothing of what belongs to those with one, and these nothing of what is kept for leads.
    for (let index = 0; index < MOST_WAITING; index += 1)
      expect(await ask(`p${index}.example`)).toEqual(expect.any(String));
    expect(await ask('x.example')).toEqual({ kind: 'full', retryAfterSeconds: MOST_WAITING * 20 });
    const leads = someLeads(MORE_FOR_LEADS + 1);
    for (const lead of leads) await leadWriter(db).insert(lead, Date.now());
    const asLeads = [];
    for (const [index, { id }] of leads.entries())
      asLeads.push(await ask(`l${index}.example`, { leadId: id }));
    const wait = (MOST_WAITING + MORE_FOR_LEADS) * 20;
    expect(asLeads.pop()).toEqual({ kind: 'full', retryAfterSeconds: wait });
    expect(asLeads).toEqual(asLeads.map(() => expect.any(String)));
  });

  test('eleven clients that do the work for thirty audits at once leave room for a visitor', async () => {
    const { ask, store } = await auditBench(open);
    const asks = Array.from({ length: 11 }, (_, client) =>
      [0, 1, 2].map((site) => ask(`s${client}-${site}.example`, { asker: `client ${client}` })),
    );
    await Promise.all(asks.flat());
    // Ten in all, of four clients at least, then one of each of the others.
    expect((await store.queue()).waiting.proved).toBeLessThanOrEqual(CROWDED + 11 - 4);
    expect(await ask('honnete.example')).toEqual(expect.any(String));
  });

  test('one client has three unfinished audits at most, even when it asks at once', async () => {
    const { db, ask, queued, start, ended } = await auditBench(open);
    const asker = 'the same';
    const asks = [0, 1, 2, 3, 4, 5].map((index) => ask(`a${index}.example`, { asker }));
    const tokens = (await Promise.all(asks)).filter((outcome) => typeof outcome === 'string');
    expect(tokens).toHaveLength(MOST_OF_ONE_ASKER);
    expect(await ask('b.example', { asker })).toEqual({ kind: 'often', retryAfterSeconds: 20 });
    await queued('b.example');
    start({ engine: fakeEngine().engine });
    for (const token of tokens) await ended(token);
    await ended(await queued('c.example', { asker }));
    const kept = await db.selectFrom('audits').select('asker').where('asker', 'is not', null).execute();
    expect(kept).toEqual([]);
  });

  test('the wait follows what the last audits took', async () => {
    const { db, ask, queued, store, claim, now } = await auditBench(open);
    for (const [index, seconds] of [10, 30].entries()) {
      const token = await queued(`old${index}.example`);
      await claim('one');
      await settleAudit(
        db,
        { token, owner: 'one', now: now() },
        { facts: someFacts('https://old.example/') },
      );
      await db
        .updateTable('audits')
        .set((e) => ({ started_at: e('ended_at', '-', seconds * 2_000) }))
        .where('token', '=', token)
        .execute();
    }
    for (let index = 0; index <= UNPROVED_WHILE_WAITING; index += 1) await ask(`w${index}.example`);
    expect((await store.queue()).meanMs).toBe(40_000);
    expect(await ask('x.example', { proved: false })).toMatchObject({ retryAfterSeconds: 4 * 40 });
  });
});
