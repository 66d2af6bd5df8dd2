import { describe, expect, test } from 'vitest';
import { AuditKilled } from '#server/audits/process/audit-protocol.ts';
import { AUDIT_LEASE_MS, MOST_RUNS, renewLease, returnAudits } from '#server/audits/queue/audit-claim.ts';
import { reportNoticeQueries, settleAudit } from '#server/audits/queue/audit-settle.ts';
import { Secret } from '#server/config/secrets.ts';
import { leadWriter } from '#server/leads/lead-writer.ts';
import { signedLinks } from '#server/messages/links.ts';
import { auditBench } from '../fakes/audit-bench.ts';
import { fakeEngine, someFacts } from '../fakes/audit-engine.ts';
import { someLead } from '../fakes/leads.ts';
import { untilSomebodyWaits } from '../postgres/reused.ts';
import { isOfThisRun } from '../support/engines-of-this-run.ts';
import { engines } from './engines.ts';

const DAY = 24 * 60 * 60_000;

describe.each(Object.entries(engines))('the queue of audits on %s', (_name, open) => {
  test('a measurement dated in the future is not reused', async () => {
    const { queued, claim, later, start, ended } = await auditBench(open);
    const fake = fakeEngine();
    const worker = start({ engine: fake.engine });
    await ended(await queued('a.example'));
    await worker.stop();
    await later(-60 * 60_000);
    const token = await queued('a.example');
    expect((await claim('next'))?.token).toBe(token);
    expect(fake.visits).toHaveLength(1);
  });

  test('claims audits with a proof of work first, then the oldest, each once', async () => {
    const { db, queued, claim, now } = await auditBench(open);
    const order = [
      await queued('d.example', { proved: false }),
      await queued('e.example', { proved: false }),
      await queued('a.example'),
      await queued('b.example'),
    ];
    // Asked for in the same millisecond they would be in any order.
    for (const [index, token] of order.entries())
      await db.updateTable('audits').set({ created_at: index }).where('token', '=', token).execute();
    const all = await Promise.all([0, 1, 2, 3, 4, 5].map((worker) => claim(`worker ${worker}`)));
    const late = [];
    for (let left = await claim('late'); left; left = await claim('late')) late.push(left);
    const taken = [...all.flatMap((audit) => audit ?? []), ...late];
    expect(taken.map(({ token }) => token).sort()).toEqual([...order].sort());
    expect(taken.every(({ attempts }) => attempts === 1)).toBe(true);
    await returnAudits(db, 'everyone', now(), false);
    const inTurn = [];
    for (let left = await claim('one'); left; left = await claim('one')) inTurn.push(left.token);
    expect(inTurn).toEqual([order[2], order[3], order[0], order[1]]);
  });

  test('asked for again with a proof of work, an audit takes its place among those that have one', async () => {
    const { queued, claim } = await auditBench(open);
    await queued('a.example', { proved: false });
    const second = await queued('b.example', { proved: false });
    expect(await queued('b.example')).toBe(second);
    expect((await claim('one'))?.token).toBe(second);
  });

  test('visits one audit of a host at a time', async () => {
    const { queued, claim, row } = await auditBench(open);
    const [first, second] = [await queued('a.example'), await queued('a.example/contact')];
    const claimed = await claim('one');
    expect([first, second]).toContain(claimed?.token);
    expect(await claim('two')).toBeUndefined();
    const other = claimed?.token === first ? second : first;
    expect((await row(other)).state).toBe('waiting');
  });

  test('an ended lease is taken over, and a renewed one is not', async () => {
    const { db, queued, claim, later, row, now } = await auditBench(open);
    const token = await queued('a.example');
    await claim('dead');
    expect(await claim('other')).toBeUndefined();
    await later(AUDIT_LEASE_MS - 5_000);
    expect(await renewLease(db, token, 'dead', now(), 'phone')).toBe(true);
    expect((await row(token)).step).toBe('phone');
    await later(6_000);
    expect(await claim('other')).toBeUndefined();
    await later(AUDIT_LEASE_MS);
    expect((await claim('other'))?.attempts).toBe(2);
    expect(await renewLease(db, token, 'dead', now())).toBe(false);
    const result = { facts: someFacts('https://a.example/') };
    expect(await settleAudit(db, { token, owner: 'dead', now: now() }, result)).toBe(false);
    expect(await settleAudit(db, { token, owner: 'other', now: now() }, result)).toBe(true);
    expect(await row(token)).toMatchObject({ state: 'done', lease_owner: null, step: null });
  });

  test('a lease far in the future is ignored', async () => {
    const { db, queued, claim } = await auditBench(open);
    const token = await queued('a.example');
    await claim('one');
    await db
      .updateTable('audits')
      .set((e) => ({ lease_until: e('lease_until', '+', DAY) }))
      .execute();
    expect((await claim('two'))?.token).toBe(token);
  });

  test('runs over HTTP alone after two interruptions, and is refused after three', async () => {
    const { queued, claim, later, start, ended } = await auditBench(open);
    const token = await queued('a.example');
    for (let run = 1; run <= 2; run += 1) {
      await claim(`dead ${run}`);
      await later(AUDIT_LEASE_MS + 1);
    }
    const fake = fakeEngine();
    const worker = start({ engine: fake.engine });
    expect((await ended(token)).state).toBe('done');
    expect(fake.visits).toEqual([{ url: 'https://a.example/', browser: false }]);
    await worker.stop();

    const again = await queued('b.example');
    for (let run = 1; run <= MOST_RUNS; run += 1) {
      expect((await claim(`dead ${run}`))?.token).toBe(again);
      await later(AUDIT_LEASE_MS + 1);
    }
    start({ engine: fake.engine });
    expect(await ended(again)).toMatchObject({ state: 'refused', refusal: 'interrupted', facts: null });
    expect(fake.visits).toHaveLength(1);
  });

  test('an engine failure is retried, three runs in all', async () => {
    const { queued, start, ended, wake } = await auditBench(open);
    const token = await queued('a.example');
    const modes: boolean[] = [];
    start({
      engine: async (_address, { browser }) => {
        modes.push(browser);
        setTimeout(wake, 50);
        throw new Error('a fault of the engine');
      },
    });
    expect(await ended(token)).toMatchObject({ state: 'refused', refusal: 'interrupted' });
    expect(modes).toEqual([true, true, false]);
  });

  test('an audit that ended its own process is refused at once, and the next one is run', async () => {
    const { queued, start, ended, row } = await auditBench(open);
    const [hostile, honest] = [await queued('a.example'), await queued('b.example')];
    const fake = fakeEngine({
      until: async (url) => {
        if (url.includes('a.example')) throw new AuditKilled('it took more than 256 MB');
      },
    });
    start({ engine: fake.engine });
    expect(await ended(hostile)).toMatchObject({ state: 'refused', refusal: 'interrupted', attempts: 1 });
    expect((await ended(honest)).state).toBe('done');
    expect((await row(hostile)).attempts).toBe(1);
    // It would do the same to another process: asked for again within the hour, none is started.
    const visits = fake.visits.length;
    expect(await ended(await queued('a.example'))).toMatchObject({ refusal: 'interrupted' });
    expect(fake.visits).toHaveLength(visits);
  });

  test('a server that stops gives its audit back, uncounted', async () => {
    const { queued, start, row } = await auditBench(open);
    const token = await queued('a.example');
    const fake = fakeEngine({ until: () => new Promise(() => {}) });
    const worker = start({ engine: fake.engine });
    await expect.poll(async () => (await row(token)).step).toBe('phone');
    const began = performance.now();
    await worker.stop();
    expect(performance.now() - began).toBeLessThan(3_000);
    expect(await row(token)).toMatchObject({ state: 'waiting', attempts: 0, lease_owner: null, step: null });
  });

  test('a server alone on its database takes over stale leases at once', async () => {
    const { queued, claim, start, ended, row } = await auditBench(open);
    const token = await queued('a.example');
    await claim('killed');
    start({ engine: fakeEngine().engine, alone: true });
    await ended(token);
    expect((await row(token)).attempts).toBe(2);
  });

  test('a server that has lost its lease sends no mails', async () => {
    const { db, queued, claim, later, now } = await auditBench(open);
    const lead = someLead();
    await leadWriter(db).insert(lead, Date.now());
    const token = await queued('a.example', { leadId: lead.id });
    const audit = await claim('slow');
    if (audit === undefined) throw new Error('not claimed');
    await later(AUDIT_LEASE_MS + 1);
    await claim('other');
    const consequences = { links: signedLinks(new Secret('key')), sender: 'nous@atelier.example' };
    const following = await reportNoticeQueries(db, audit, consequences, now());
    const result = { facts: someFacts('https://a.example/') };
    const told = () => db.selectFrom('messages').select('kind').execute();
    expect(await settleAudit(db, { token, owner: 'slow', now: now() }, result, following)).toBe(false);
    expect(await told()).toEqual([]);
    expect(await settleAudit(db, { token, owner: 'other', now: now() }, result, following)).toBe(true);
    expect(await told()).toHaveLength(2);
  });
});

if (isOfThisRun('PostgreSQL'))
  describe('the locks of an audit', () => {
    const open = engines.PostgreSQL as (typeof engines)[string];

    test('the end of an audit waits for an erasure before it has locked the audit', async () => {
      const { db, queued, claim, now } = await auditBench(open);
      const lead = someLead();
      await leadWriter(db).insert(lead, Date.now());
      const token = await queued('a.example', { leadId: lead.id });
      const audit = await claim('one');
      if (audit === undefined) throw new Error('not claimed');
      const consequences = { links: signedLinks(new Secret('key')), sender: 'nous@atelier.example' };
      const following = await reportNoticeQueries(db, audit, consequences, now());
      const result = { facts: someFacts('https://a.example/') };
      let ending = Promise.resolve(true);
      // As an erasure does.
      await db.transaction().execute(async (tx) => {
        await tx.selectFrom('leads').select('id').forUpdate().execute();
        ending = settleAudit(db, { token, owner: 'one', now: now() }, result, following);
        await untilSomebodyWaits(db);
        expect(await tx.selectFrom('audits').select('token').forUpdate().noWait().execute()).toHaveLength(1);
        await tx.deleteFrom('leads').execute();
      });
      expect(await ending).toBe(false);
    });
  });
