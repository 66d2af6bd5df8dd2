import { describe, expect, test } from 'vitest';
import { MOST_OF_ONE_LEAD, UNPROVED_WHILE_WAITING } from '#server/audits/queue/ask.ts';
import { seenLately } from '#server/audits/queue/reuse.ts';
import { copyLeads } from '#server/store/copy/copy-leads.ts';
import { leadWriter } from '#server/store/leads/lead-writer.ts';
import { operatorWriter } from '#server/store/operator/operator-writer.ts';
import { auditBench } from '../fakes/audit-bench.ts';
import { fakeEngine, PIXEL } from '../fakes/audit-engine.ts';
import { someLead } from '../fakes/leads.ts';
import { engines } from './engines.ts';

const DAY = 24 * 60 * 60_000;

describe.each(Object.entries(engines))('what is kept of audits on %s', (_name, open) => {
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
    const stored = await db.selectFrom('audit_pictures').select('token').orderBy('token').execute();
    expect(stored.map(({ token }) => token)).toEqual([first, own].sort());
  });

  test('what is used again waits its turn: without a proof of work no lead’s copy passes a full queue', async () => {
    const { db, ask, queued, start, ended } = await auditBench(open);
    const lead = someLead();
    await leadWriter(db).insert(lead, Date.now());
    const worker = start({ engine: fakeEngine().engine });
    await ended(await queued('a.example'));
    await worker.stop();
    for (let index = 0; index <= UNPROVED_WHILE_WAITING; index += 1)
      await queued(`w${index}.example`, { proved: false });
    expect(await ask('a.example', { proved: false, leadId: lead.id })).toMatchObject({ kind: 'unproved' });
  });

  test('one visitor’s page is handed to nobody who names another page of that host', async () => {
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

  test('what an address of a site leads to elsewhere is handed to nobody', async () => {
    const { queued, start, ended } = await auditBench(open);
    const visit = { end: 'seen', status: 200, elsewhere: 'mechant.example' } as const;
    const fake = fakeEngine({ facts: { visit } });
    start({ engine: fake.engine });
    await ended(await queued('victime.example'));
    await ended(await queued('victime.example'));
    expect(fake.visits).toHaveLength(2);
  });

  test('a visit that ended early is refused, keeps its facts, and is not used again', async () => {
    const { queued, start, ended } = await auditBench(open);
    const fake = fakeEngine({ end: 'refused-visit' });
    start({ engine: fake.engine });
    const refused = await ended(await queued('a.example'));
    expect(refused).toMatchObject({ state: 'refused', refusal: 'refused-visit', facts_version: 1 });
    await ended(await queued('a.example'));
    expect(fake.visits).toHaveLength(2);
  });

  test('a lead’s audit tells both, once, on its story too; a held lead’s tells nobody', async () => {
    const { db, queued, start, ended } = await auditBench(open);
    const [lead, held] = [someLead(), someLead()];
    await leadWriter(db).insert(lead, Date.now());
    await leadWriter(db).insert(held, Date.now(), 'douteux');
    start({ engine: fakeEngine().engine });
    const tokens = [
      await queued('a.example', { leadId: lead.id }),
      await queued('b.example', { leadId: held.id }),
    ];
    for (const token of tokens) await ended(token);
    const story = await db.selectFrom('lead_events').select(['lead_id', 'kind', 'detail']).execute();
    const kinds = (id: string) => story.filter(({ lead_id }) => lead_id === id).map(({ kind }) => kind);
    expect(kinds(lead.id).sort()).toEqual(['audit-asked', 'audit-ready']);
    expect(kinds(held.id).sort()).toEqual(['audit-asked', 'audit-ready']);
    const messages = await db.selectFrom('messages').select(['kind', 'lead_id', 'detail']).execute();
    expect(messages.map(({ kind, lead_id, detail }) => [kind, lead_id, detail]).sort()).toEqual([
      ['owner-audit', lead.id, JSON.stringify({ audit: tokens[0] })],
      ['visitor-audit', lead.id, JSON.stringify({ audit: tokens[0] })],
    ]);
  });

  test('one lead has three audits a day, the others are nobody’s; its owner gets one mail of each host', async () => {
    const { db, queued, start, ended, later } = await auditBench(open);
    const lead = someLead();
    await leadWriter(db).insert(lead, Date.now());
    start({ engine: fakeEngine().engine });
    const sites = ['a.example', 'a.example/contact', 'b.example', 'c.example', 'd.example'];
    const audits = [];
    for (const site of sites) audits.push(await ended(await queued(site, { leadId: lead.id })));
    const owned = audits.filter(({ lead_id }) => lead_id === lead.id);
    expect(owned).toEqual(audits.slice(0, MOST_OF_ONE_LEAD));
    expect(audits.every(({ state }) => state === 'done')).toBe(true);
    const hosts = new Set(owned.map(({ host }) => host));
    expect(hosts.size).toBe(2);
    const mails = await db.selectFrom('messages').select('id').where('kind', '=', 'owner-audit').execute();
    expect(mails).toHaveLength(hosts.size);
    const beyond = await queued('e.example', { leadId: lead.id });
    expect(await queued('e.example', { leadId: lead.id })).toBe(beyond);
    await later(DAY);
    expect((await ended(await queued('f.example', { leadId: lead.id }))).lead_id).toBe(lead.id);
  });

  test('goes with a lead that is erased, pictures too, and comes along with leads that are copied', async () => {
    const { db, store, queued, start, ended, now } = await auditBench(open);
    const lead = someLead();
    await leadWriter(db).insert(lead, Date.now());
    start({ engine: fakeEngine().engine });
    const [own, nobodys] = [await queued('a.example', { leadId: lead.id }), await queued('b.example')];
    for (const token of [own, nobodys]) await ended(token);
    const target = await auditBench(open);
    await copyLeads(db, target.db);
    await copyLeads(db, target.db);
    expect(await target.store.ofLead(lead.id)).toEqual(await store.ofLead(lead.id));
    expect(await target.store.byToken(nobodys, now())).toEqual(await store.byToken(nobodys, now()));
    expect(Buffer.from((await target.store.picture(own, 'phone', now()))?.bytes ?? [])).toEqual(PIXEL);
    await operatorWriter(db).erase([lead.id]);
    expect(await store.byToken(own, now())).toBeUndefined();
    expect(await db.selectFrom('audit_pictures').select('token').execute()).toEqual([{ token: nobodys }]);
  });

  test('a report expires: it is not shown, its pictures are purged, a lead keeps what was seen', async () => {
    const { db, store, queued, start, ended, later, now } = await auditBench(open);
    const lead = someLead();
    await leadWriter(db).insert(lead, Date.now());
    start({ engine: fakeEngine().engine });
    const [own, nobodys] = [await queued('a.example', { leadId: lead.id }), await queued('b.example')];
    for (const token of [own, nobodys]) await ended(token);
    await later(29 * DAY);
    await store.purge(now(), 100);
    expect(await store.byToken(nobodys, now())).toBeDefined();
    expect(await store.picture(own, 'phone', now())).toBeDefined();
    await later(DAY + 60_000);
    expect(await store.byToken(own, now())).toBeUndefined();
    expect(await store.picture(own, 'phone', now())).toBeUndefined();
    expect(await store.purge(now(), 1)).toBe(true);
    while (await store.purge(now(), 1));
    expect(await db.selectFrom('audit_pictures').select('token').execute()).toEqual([]);
    const left = await db.selectFrom('audits').select(['token', 'facts']).execute();
    expect(left).toEqual([{ token: own, facts: expect.stringContaining('a.example') }]);
  });
});
