import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { describe, expect, onTestFinished, test } from 'vitest';
import { MOST_OF_ONE_LEAD, UNPROVED_WHILE_WAITING } from '#server/audits/queue/ask.ts';
import { LEASE_MS } from '#server/audits/queue/claim.ts';
import { seenLately } from '#server/audits/queue/reuse.ts';
import { settleAudit } from '#server/audits/queue/settle.ts';
import { auditStore } from '#server/store/audits/audit-store.ts';
import { auditsWithVisits } from '#server/store/audits/audits-with-visits.ts';
import { copyLeads } from '#server/store/copy/copy-leads.ts';
import { leadWriter } from '#server/store/leads/lead-writer.ts';
import { migrate, migrations } from '#server/store/migrations/migrate.ts';
import { operatorWriter } from '#server/store/operator/operator-writer.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { auditBench } from '../fakes/audit-bench.ts';
import { fakeEngine, PHONE, PIXEL, someFacts } from '../fakes/audit-engine.ts';
import { someLead, someLeads } from '../fakes/leads.ts';
import { openGiven } from '../postgres/open-given.ts';
import { sharedDatabase } from '../postgres/shared.ts';
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

  test('two servers that erase the last two leads of a visit at once leave nothing of it', async () => {
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

  test('erased while it is being looked at, an audit leaves nothing behind', async () => {
    const { db, store, queued, claim, now } = await auditBench(open);
    const lead = someLead();
    await leadWriter(db).insert(lead, Date.now());
    const token = await queued('a.example', { leadId: lead.id });
    await claim('me');
    await operatorWriter(db).erase([lead.id]);
    await expect(store.putPicture(token, now() + DAY, PHONE)).rejects.toThrow();
    const result = { facts: someFacts('https://a.example/') };
    expect(await settleAudit(db, { token, owner: 'me', now: now() }, result)).toBe(false);
    expect(await db.selectFrom('audit_visits').select('id').execute()).toEqual([]);
  });

  test('pictures of a run that was broken off go when the audit shows another’s visit in the end', async () => {
    const { db, store, queued, start, ended, claim, later, now } = await auditBench(open);
    const lead = someLead();
    await leadWriter(db).insert(lead, Date.now());
    const [own, nobodys] = [await queued('a.example', { leadId: lead.id }), await queued('a.example')];
    expect((await claim('dead'))?.token).toBe(own);
    await store.putPicture(own, now() + DAY, { ...PHONE, name: 'film-1' });
    await later(LEASE_MS + 1);
    await db.updateTable('audits').set({ proved: 0 }).where('token', '=', own).execute();
    start({ engine: fakeEngine().engine });
    expect((await ended(own)).visit_id).toBe(nobodys);
    expect(await db.selectFrom('audit_pictures').select(['visit_id', 'name']).execute()).toEqual([
      { visit_id: nobodys, name: 'phone' },
    ]);
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
    expect(await ask('x.example', { proved: false, leadId: lead.id })).toMatchObject({ kind: 'unproved' });
  });

  test('a copy asks for a proof of work: without one, there is only what is nobody’s', async () => {
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
    for (const [host, refusal] of [
      ['a.example', 'too-large'],
      ['b.example', 'interrupted'],
    ] as const) {
      const token = await queued(host);
      await claim('me');
      await settleAudit(db, { token, owner: 'me', now: now() }, { refusal });
    }
    const fake = fakeEngine();
    start({ engine: fake.engine });
    expect(await ended(await queued('a.example'))).toMatchObject({ refusal: 'too-large' });
    expect(await ended(await queued('b.example'))).toMatchObject({ state: 'done' });
    expect(fake.visits.map(({ url }) => url)).toEqual(['https://b.example/']);
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
    expect(await db.selectFrom('audit_pictures').select('visit_id').execute()).toEqual([
      { visit_id: nobodys },
    ]);
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
    expect(await db.selectFrom('audit_pictures').select('visit_id').execute()).toEqual([]);
    const left = await auditsWithVisits(db).clearSelect().select(['token', 'facts']).execute();
    expect(left).toEqual([{ token: own, facts: expect.stringContaining('a.example') }]);
  });
});

test.each([
  ['SQLite', async () => openSqlite(':memory:')],
  ['PostgreSQL', async () => openGiven(await sharedDatabase())],
])('reports of before stay whole when visits get a table of their own, on %s', async (_name, open) => {
  const db = await open();
  onTestFinished(() => db.destroy());
  const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '015'));
  await new Migrator({ db, provider: { getMigrations: async () => before } }).migrateToLatest();
  const lead = someLead();
  await sql`insert into leads (id, name, email, user_id, url, status, created_at) values (${lead.id}, 'Zoé', 'zoe@example.ch', 'usr_1', 'https://exemple.ch/', 'Cold', 1)`.execute(
    db,
  );
  for (const [token, state, facts] of [
    ['done', 'done', '{"version":1}'],
    ['running', 'running', null],
    ['waiting', 'waiting', null],
  ])
    await sql`insert into audits (token, url, scheme_typed, host, lead_id, state, proved, facts, facts_version, created_at, expires_at)
      values (${token}, 'https://a.example/', 0, 'a.example', ${lead.id}, ${state}, 1, ${facts}, ${facts === null ? null : 1}, 1, 9000)`.execute(
      db,
    );
  for (const token of ['done', 'running'])
    await sql`insert into audit_pictures (token, name, type, width, height, at_ms, bytes, expires_at)
      values (${token}, 'phone', 'image/webp', 1, 1, null, ${PIXEL}, 9000)`.execute(db);
  await migrate(db);
  const store = auditStore(db);
  expect(await store.byToken('done', 1)).toMatchObject({ facts: '{"version":1}', facts_version: 1 });
  expect(await store.byToken('waiting', 1)).toMatchObject({ facts: null, visit_id: null });
  for (const token of ['done', 'running'])
    expect(Buffer.from((await store.picture(token, 'phone', 1))?.bytes ?? [])).toEqual(PIXEL);
  await db.deleteFrom('leads').execute();
  const left = await db.selectFrom('audit_visits').select('id').execute();
  expect([left, await db.selectFrom('audit_pictures').select('name').execute()]).toEqual([[], []]);
});
