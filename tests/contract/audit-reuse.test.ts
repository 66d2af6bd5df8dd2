import { describe, expect, test } from 'vitest';
import { seenLately, UNPROVED_WHILE_WAITING } from '#server/audits/queue/ask-audit.ts';
import { AUDIT_LEASE_MS } from '#server/audits/queue/audit-claim.ts';
import { settleAudit } from '#server/audits/queue/audit-settle.ts';
import { leadWriter } from '#server/leads/lead-writer.ts';
import { operatorWriter } from '#server/leads/operator/operator-writer.ts';
import { auditBench } from '../fakes/audit-bench.ts';
import { fakeEngine, PHONE, PIXEL, someFacts } from '../fakes/audit-engine.ts';
import { someLead, someLeads } from '../fakes/leads.ts';
import { engines } from './engines.ts';

const DAY = 24 * 60 * 60_000;

describe.each(Object.entries(engines))('what was seen once and is used again, on %s', (_name, open) => {
  test('what was seen of an address within ten minutes is used again for a lead, pictures included', async () => {
    const { db, store, queued, later, start, ended, now } = await auditBench(open);
    const fake = fakeEngine();
    start({ engine: fake.engine });
    const lead = someLead();
    await leadWriter(db).insert(lead, Date.now());
    const first = await ended(await queued('a.example'));
    const second = await ended(await queued('a.example', { leadId: lead.id }));
    expect(fake.visits).toHaveLength(1);
    expect(second).toMatchObject({ facts: first.facts, measured_at: first.measured_at, started_at: null });
    const picture = await store.picture(second.token, 'phone', now());
    expect(picture?.type).toBe('image/webp');
    expect(Buffer.from(picture?.bytes ?? [])).toEqual(PIXEL);
    await later(10 * 60_000);
    await ended(await queued('a.example'));
    expect(fake.visits).toHaveLength(2);
  });

  test('asked for again, an address is stored once: who asks is led to the same report', async () => {
    const { db, queued, start, ended } = await auditBench(open);
    const lead = someLead();
    await leadWriter(db).insert(lead, Date.now());
    const first = await queued('a.example', { proved: false });
    expect(await queued('a.example', { proved: false })).toBe(first);
    start({ engine: fakeEngine().engine });
    await ended(first);
    for (let index = 0; index < 20; index += 1)
      expect(await queued('a.example', { proved: false })).toBe(first);
    const own = await queued('a.example', { leadId: lead.id });
    expect(own).not.toBe(first);
    await ended(own);
    expect(await queued('a.example', { leadId: lead.id })).toBe(own);
    expect(await db.selectFrom('audit_pictures').select('visit_id').execute()).toEqual([{ visit_id: first }]);
  });

  test('copies share facts and pictures, which outlive the lead that the site was visited for and go with the last', async () => {
    const { db, store, queued, start, ended, later, now } = await auditBench(open);
    const fake = fakeEngine();
    start({ engine: fake.engine });
    const leads = someLeads(20);
    const tokens: string[] = [];
    for (const lead of leads) {
      await leadWriter(db).insert(lead, Date.now());
      tokens.push(await queued('a.example', { leadId: lead.id }));
      await ended(tokens.at(-1) ?? '');
      await later(1_000);
    }
    expect(fake.visits).toHaveLength(1);
    const stored = async () => [
      (await db.selectFrom('audit_visits').select('id').execute()).length,
      (await db.selectFrom('audit_pictures').select('name').execute()).length,
    ];
    expect(await stored()).toEqual([1, 1]);
    const [first, ...others] = leads.map(({ id }) => id);
    await operatorWriter(db).erase([first ?? '']);
    expect(await stored()).toEqual([1, 1]);
    for (const token of tokens.slice(1)) {
      expect(await store.byToken(token, now())).toMatchObject({
        facts: expect.stringContaining('a.example'),
      });
      expect(await store.picture(token, 'phone', now())).toBeDefined();
    }
    // The first report would have expired, the last has not.
    await later(30 * DAY - 10_000);
    while (await store.purge(now(), 1));
    expect(await store.byToken(tokens[1] ?? '', now())).toBeUndefined();
    expect(await store.picture(tokens[1] ?? '', 'phone', now())).toBeUndefined();
    expect(await store.picture(tokens.at(-1) ?? '', 'phone', now())).toBeDefined();
    await operatorWriter(db).erase(others.slice(0, -1));
    expect(await store.picture(tokens.at(-1) ?? '', 'phone', now())).toBeDefined();
    await operatorWriter(db).erase(others);
    expect(await stored()).toEqual([0, 0]);
  });

  test('erasing the last two leads of a visit at once on two servers leaves nothing of it', async () => {
    const { db, queued, start, ended } = await auditBench(open);
    start({ engine: fakeEngine().engine });
    for (let round = 0; round < 5; round += 1) {
      const leads = someLeads(2);
      for (const lead of leads) {
        await leadWriter(db).insert(lead, Date.now());
        await ended(await queued(`a${round}.example`, { leadId: lead.id }));
      }
      await Promise.all(leads.map(({ id }) => operatorWriter(db).erase([id])));
    }
    expect(await db.selectFrom('audit_visits').select('id').execute()).toEqual([]);
  });

  test('an audit that is erased while it runs leaves nothing behind', async () => {
    const { db, store, queued, claim, now } = await auditBench(open);
    const lead = someLead();
    await leadWriter(db).insert(lead, Date.now());
    const token = await queued('a.example', { leadId: lead.id });
    await claim('me');
    await operatorWriter(db).erase([lead.id]);
    await expect(store.putPictures(token, now() + DAY, [PHONE])).rejects.toThrow();
    const result = { facts: someFacts('https://a.example/') };
    expect(await settleAudit(db, { token, owner: 'me', now: now() }, result)).toBe(false);
    expect(await db.selectFrom('audit_visits').select('id').execute()).toEqual([]);
  });

  test('the pictures of an interrupted run are deleted when the audit reuses another visit', async () => {
    const { db, store, queued, start, ended, claim, later, now } = await auditBench(open);
    const lead = someLead();
    await leadWriter(db).insert(lead, Date.now());
    const [own, nobodys] = [await queued('a.example', { leadId: lead.id }), await queued('a.example')];
    expect((await claim('dead'))?.token).toBe(own);
    await store.putPictures(own, now() + DAY, [{ ...PHONE, name: 'film-1' }]);
    await later(AUDIT_LEASE_MS + 1);
    await db.updateTable('audits').set({ proved: 0 }).where('token', '=', own).execute();
    start({ engine: fakeEngine().engine });
    expect((await ended(own)).visit_id).toBe(nobodys);
    expect(await db.selectFrom('audit_pictures').select(['visit_id', 'name']).execute()).toEqual([
      { visit_id: nobodys, name: 'phone' },
    ]);
  });

  test('a lead’s audit without a proof of work is refused while the queue is full', async () => {
    const { db, ask, queued, start, ended } = await auditBench(open);
    const lead = someLead();
    await leadWriter(db).insert(lead, Date.now());
    const worker = start({ engine: fakeEngine().engine });
    await ended(await queued('a.example'));
    await worker.stop();
    for (let index = 0; index <= UNPROVED_WHILE_WAITING; index += 1)
      await queued(`w${index}.example`, { proved: false });
    expect(await ask('x.example', { proved: false, leadId: lead.id })).toMatchObject({ kind: 'unproved' });
  });

  test('reusing a lead’s result needs a proof of work', async () => {
    const { db, ask, queued, start, ended, later } = await auditBench(open);
    const [theirs, lead] = [someLead(), someLead()];
    for (const one of [theirs, lead]) await leadWriter(db).insert(one, Date.now());
    const fake = fakeEngine();
    start({ engine: fake.engine });
    await ended(await queued('a.example', { leadId: theirs.id }));
    await later(4 * 60_000);
    for (const leadId of [lead.id, undefined])
      expect(await ask('a.example', { proved: false, ...(leadId && { leadId }) })).toEqual({
        kind: 'seen',
        retryAfterSeconds: expect.closeTo(6 * 60, -1),
      });
    const nobodys = await queued('a.example');
    await ended(nobodys);
    expect(await queued('a.example', { proved: false, leadId: lead.id })).toBe(nobodys);
    expect(await queued('a.example', { leadId: lead.id })).not.toBe(nobodys);
    expect(fake.visits).toHaveLength(1);
  });

  test('a result is not reused for another page of the same host', async () => {
    const { db, queued, start, ended, now } = await auditBench(open);
    const fake = fakeEngine();
    start({ engine: fake.engine });
    await ended(await queued('client.example/apercu?cle=SECRET'));
    const other = await ended(await queued('client.example'));
    expect([other.url, other.facts]).toEqual([
      'https://client.example/',
      expect.not.stringContaining('SECRET'),
    ]);
    const typed = { url: 'https://client.example/', schemeTyped: true };
    expect(await seenLately(db, typed, now())).toBeUndefined();
    expect((await seenLately(db, { ...typed, schemeTyped: false }, now()))?.token).toBe(other.token);
    expect(fake.visits).toHaveLength(2);
  });

  test('a result that led to another site is not reused', async () => {
    const { queued, start, ended } = await auditBench(open);
    const visit = { end: 'seen', status: 200, elsewhere: 'mechant.example' } as const;
    const fake = fakeEngine({ facts: { visit } });
    start({ engine: fake.engine });
    await ended(await queued('victime.example'));
    await ended(await queued('victime.example'));
    expect(fake.visits).toHaveLength(2);
  });

  test('a visit that ended early is refused, keeps its facts, and is remembered for an hour', async () => {
    const { db, queued, start, ended, later } = await auditBench(open);
    const fake = fakeEngine({ end: 'refused-visit' });
    start({ engine: fake.engine });
    const refused = await ended(await queued('a.example'));
    expect(refused).toMatchObject({ state: 'refused', refusal: 'refused-visit', facts_version: 1 });
    await later(50 * 60_000);
    expect(await queued('a.example', { proved: false })).toBe(refused.token);
    const lead = someLead();
    await leadWriter(db).insert(lead, Date.now());
    const copy = await ended(await queued('a.example', { leadId: lead.id }));
    expect(copy).toMatchObject({ state: 'refused', refusal: 'refused-visit', lead_id: lead.id });
    const told = await db.selectFrom('messages').select('kind').where('kind', '=', 'owner-audit').execute();
    expect(told).toEqual([]);
    expect(fake.visits).toHaveLength(1);
    // An hour after the visit, not after it was shown again.
    await later(11 * 60_000);
    await ended(await queued('a.example', { leadId: lead.id }));
    expect(fake.visits).toHaveLength(2);
  });

  test('what was refused without facts is remembered too; what was broken off from our side is not', async () => {
    const { db, queued, claim, start, ended, now } = await auditBench(open);
    for (const [host, result] of [
      ['a.example', { refusal: 'too-large' }],
      ['b.example', { refusal: 'interrupted', isOurs: true }],
    ] as const) {
      const token = await queued(host);
      await claim('me');
      await settleAudit(db, { token, owner: 'me', now: now() }, result);
    }
    const fake = fakeEngine();
    start({ engine: fake.engine });
    expect(await ended(await queued('a.example'))).toMatchObject({ refusal: 'too-large' });
    expect(await ended(await queued('b.example'))).toMatchObject({ state: 'done' });
    expect(fake.visits.map(({ url }) => url)).toEqual(['https://b.example/']);
  });
});
