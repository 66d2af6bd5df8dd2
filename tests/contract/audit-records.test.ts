import { describe, expect, test } from 'vitest';
import { MOST_OF_ONE_LEAD } from '#server/audits/queue/ask-audit.ts';
import { auditsWithVisits } from '#server/audits/queue/audit-store.ts';
import { copyLeads } from '#server/copy/copy-leads.ts';
import { leadWriter } from '#server/leads/lead-writer.ts';
import { operatorWriter } from '#server/leads/operator/operator-writer.ts';
import { systemClock } from '#server/system/clock.ts';
import { auditBench } from '../fakes/audit-bench.ts';
import { fakeEngine, PIXEL } from '../fakes/audit-engine.ts';
import { someLead } from '../fakes/leads.ts';
import { engines } from './engines.ts';

const DAY = 24 * 60 * 60_000;

describe.each(Object.entries(engines))('what is kept of audits on %s', (_name, open) => {
  test('a ready audit is mailed to visitor and owner once, and to nobody for a held lead', async () => {
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

  test('a lead has three audits a day, and the owner one mail for each host and day', async () => {
    const { db, queued, start, ended, later } = await auditBench(open);
    const lead = someLead();
    await leadWriter(db).insert(lead, Date.now());
    const worker = start({ engine: fakeEngine().engine });
    const sites = ['a.example', 'a.example/contact', 'b.example', 'c.example', 'd.example'];
    const audits = [];
    for (const site of sites) audits.push(await ended(await queued(site, { leadId: lead.id })));
    const owned = audits.filter(({ lead_id }) => lead_id === lead.id);
    expect(owned).toEqual(audits.slice(0, MOST_OF_ONE_LEAD));
    expect(audits.every(({ state }) => state === 'done')).toBe(true);
    const hosts = new Set(owned.map(({ host }) => host));
    expect(hosts.size).toBe(2);
    const mails = async () =>
      (await db.selectFrom('messages').select('id').where('kind', '=', 'owner-audit').execute()).length;
    expect(await mails()).toBe(hosts.size);
    const beyond = await queued('e.example', { leadId: lead.id });
    expect(await queued('e.example', { leadId: lead.id })).toBe(beyond);
    await later(DAY);
    await worker.stop();
    start({ engine: fakeEngine().engine, clock: { ...systemClock, now: () => Date.now() + DAY } });
    expect((await ended(await queued('a.example', { leadId: lead.id }))).lead_id).toBe(lead.id);
    expect(await mails()).toBe(hosts.size + 1);
  });

  test('is erased with its lead, pictures included, and copied with it', async () => {
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

  test('a token without the underscore at its end, as mail programs cut it, is that report’s still', async () => {
    const { db, store, queued, now } = await auditBench(open);
    const [token, cut] = [await queued('a.example'), 'a'.repeat(31)];
    await db
      .updateTable('audits')
      .set({ token: `${cut}_` })
      .where('token', '=', token)
      .execute();
    expect((await store.byToken(cut, now()))?.host).toBe('a.example');
    expect(await store.byToken('a'.repeat(30), now())).toBeUndefined();
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
