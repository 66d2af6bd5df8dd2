import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type AskDeps, askAudit, MOST_WAITING, UNPROVED_WHILE_WAITING } from '#server/audits/queue/ask.ts';
import { claimAudit, LEASE_MS, MOST_RUNS } from '#server/audits/queue/claim.ts';
import { renewLease, returnAudits } from '#server/audits/queue/lease.ts';
import { announceRunner } from '#server/audits/queue/runners.ts';
import { settleAudit } from '#server/audits/queue/settle.ts';
import { type AuditWorkerOptions, startAuditWorker } from '#server/audits/queue/worker.ts';
import { Secret } from '#server/config/secrets.ts';
import { signedLinks } from '#server/messages/links.ts';
import { auditStore } from '#server/store/audits/audit-store.ts';
import { copyLeads } from '#server/store/copy/copy-leads.ts';
import type { Database } from '#server/store/database.ts';
import { leadWriter } from '#server/store/leads/lead-writer.ts';
import { operatorWriter } from '#server/store/operator/operator-writer.ts';
import { systemClock } from '#server/system/clock.ts';
import type { Log } from '#server/system/log.ts';
import { fakeEngine, PIXEL, someFacts } from '../fakes/audit-engine.ts';
import { someLead } from '../fakes/leads.ts';
import { engines } from './engines.ts';

const DAY = 24 * 60 * 60_000;

async function bench(open: () => Promise<Database>) {
  const db = await open();
  onTestFinished(() => db.destroy());
  const store = auditStore(db);
  const now = Date.now;
  const consequences = { links: signedLinks(new Secret('key')), sender: 'nous@atelier.example' };
  const workers: { wake(): void }[] = [];
  const wake = () => {
    for (const worker of workers) worker.wake();
  };
  const deps: AskDeps = { db, store, now, consequences, wake };
  const ask = async (host: string, more: { proved?: boolean; leadId?: string } = {}) => {
    const asked = { address: { url: `https://${host}/`, schemeTyped: false }, leadId: more.leadId };
    const outcome = await askAudit(deps, { ...asked, proved: more.proved ?? true });
    return outcome.kind === 'queued' ? outcome.token : outcome;
  };
  const queued = async (...args: Parameters<typeof ask>) => {
    const token = await ask(...args);
    if (typeof token !== 'string') throw new Error(`not queued: ${token.kind}`);
    return token;
  };
  const claim = (owner: string, browser = true) => claimAudit(db, { owner, now: now(), browser });
  const row = (token: string) =>
    db.selectFrom('audits').selectAll().where('token', '=', token).executeTakeFirstOrThrow();
  /** As if so much time had passed, by whichever clock decides. */
  const later = async (ms: number) => {
    for (const column of ['lease_until', 'created_at', 'measured_at', 'expires_at'] as const)
      await db
        .updateTable('audits')
        .set((e) => ({ [column]: e(column, '-', ms) }))
        .execute();
    await db
      .updateTable('audit_pictures')
      .set((e) => ({ expires_at: e('expires_at', '-', ms) }))
      .execute();
    await db
      .updateTable('audit_runners')
      .set((e) => ({ seen_at: e('seen_at', '-', ms) }))
      .execute();
  };
  const log = pino({ level: 'silent' }) as unknown as Log;
  const start = (options: Partial<AuditWorkerOptions> & Pick<AuditWorkerOptions, 'engine'>) => {
    const worker = startAuditWorker({
      ...{ db, store, consequences, log, clock: systemClock, browser: true, alone: false, wake: () => {} },
      ...options,
    });
    workers.push(worker);
    onTestFinished(() => worker.stop());
    return worker;
  };
  const ended = (token: string) =>
    expect
      .poll(async () => (await row(token)).state, { timeout: 10_000, interval: 20 })
      .toMatch(/done|refused/)
      .then(() => row(token));
  return { db, store, ask, queued, claim, row, later, start, ended, now, wake };
}

describe.each(Object.entries(engines))('audits on %s', (_name, open) => {
  test('those with a proof of work first, then the one that waits longest; none is taken twice', async () => {
    const { db, queued, claim } = await bench(open);
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
    await returnAudits(db, 'everyone', false);
    const inTurn = [];
    for (let left = await claim('one'); left; left = await claim('one')) inTurn.push(left.token);
    expect(inTurn).toEqual([order[2], order[3], order[0], order[1]]);
  });

  test('of one host one is visited at a time', async () => {
    const { queued, claim, row } = await bench(open);
    const [first, second] = [await queued('a.example'), await queued('a.example')];
    const claimed = await claim('one');
    expect([first, second]).toContain(claimed?.token);
    expect(await claim('two')).toBeUndefined();
    const other = claimed?.token === first ? second : first;
    expect((await row(other)).state).toBe('waiting');
  });

  test('what a dead server held is taken by another when its lease ends, and what a slow one renews is not', async () => {
    const { db, queued, claim, later, row, now } = await bench(open);
    const token = await queued('a.example');
    await claim('dead');
    expect(await claim('other')).toBeUndefined();
    await later(LEASE_MS - 5_000);
    expect(await renewLease(db, token, 'dead', now(), 'phone')).toBe(true);
    expect((await row(token)).step).toBe('phone');
    await later(6_000);
    expect(await claim('other')).toBeUndefined();
    await later(LEASE_MS);
    expect((await claim('other'))?.attempts).toBe(2);
    expect(await renewLease(db, token, 'dead', now())).toBe(false);
    const result = { facts: someFacts('https://a.example/') };
    expect(await settleAudit(db, { token, owner: 'dead', now: now() }, result)).toBe(false);
    expect(await settleAudit(db, { token, owner: 'other', now: now() }, result)).toBe(true);
    expect(await row(token)).toMatchObject({ state: 'done', lease_owner: null, step: null });
  });

  test('a lease that a clock which was set back wrote far into the future holds nobody up', async () => {
    const { db, queued, claim } = await bench(open);
    const token = await queued('a.example');
    await claim('one');
    await db
      .updateTable('audits')
      .set((e) => ({ lease_until: e('lease_until', '+', DAY) }))
      .execute();
    expect((await claim('two'))?.token).toBe(token);
  });

  test('interrupted twice it is run over HTTP alone, interrupted once more it is refused', async () => {
    const { queued, claim, later, start, ended } = await bench(open);
    const token = await queued('a.example');
    for (let run = 1; run <= 2; run += 1) {
      await claim(`dead ${run}`);
      await later(LEASE_MS + 1);
    }
    const fake = fakeEngine();
    const worker = start({ engine: fake.engine });
    expect((await ended(token)).state).toBe('done');
    expect(fake.visits).toEqual([{ url: 'https://a.example/', browser: false }]);
    await worker.stop();

    const again = await queued('b.example');
    for (let run = 1; run <= MOST_RUNS; run += 1) {
      expect((await claim(`dead ${run}`))?.token).toBe(again);
      await later(LEASE_MS + 1);
    }
    start({ engine: fake.engine });
    expect(await ended(again)).toMatchObject({ state: 'refused', refusal: 'interrupted', facts: null });
    expect(fake.visits).toHaveLength(1);
  });

  test('an engine that fails is tried again, three times in all', async () => {
    const { queued, start, ended, wake } = await bench(open);
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

  test('four servers share them, each one at a time', async () => {
    const { queued, start, ended } = await bench(open);
    const hosts = Array.from({ length: 12 }, (_, index) => `host${index}.example`);
    const tokens = await Promise.all(hosts.map((host) => queued(host)));
    const servers = [1, 2, 3, 4].map(() =>
      fakeEngine({ until: () => new Promise((resolve) => setTimeout(resolve, 60)) }),
    );
    for (const { engine } of servers) start({ engine });
    for (const token of tokens) expect((await ended(token)).state).toBe('done');
    const visited = servers.flatMap(({ visits }) => visits.map(({ url }) => url));
    expect(visited.sort()).toEqual(hosts.map((host) => `https://${host}/`).sort());
    expect(servers.map(({ abreast }) => abreast.most)).toEqual([1, 1, 1, 1]);
  });

  test('a server without a browser leaves them to those that have one, while there are any', async () => {
    const { db, queued, claim, later, now } = await bench(open);
    await queued('a.example');
    await announceRunner(db, { id: 'with', browser: true, now: now() });
    await announceRunner(db, { id: 'without', browser: false, now: now() });
    expect(await claim('without', false)).toBeUndefined();
    await later(LEASE_MS + 1);
    expect(await claim('without', false)).toBeDefined();
  });

  test('a server that stops gives its audit back, uncounted', async () => {
    const { queued, start, row } = await bench(open);
    const token = await queued('a.example');
    const fake = fakeEngine({ until: () => new Promise(() => {}) });
    const worker = start({ engine: fake.engine });
    await expect.poll(async () => (await row(token)).step).toBe('phone');
    const began = performance.now();
    await worker.stop();
    expect(performance.now() - began).toBeLessThan(3_000);
    expect(await row(token)).toMatchObject({ state: 'waiting', attempts: 0, lease_owner: null, step: null });
  });

  test('alone on its database it takes at once what the one before it held', async () => {
    const { queued, claim, start, ended, row } = await bench(open);
    const token = await queued('a.example');
    await claim('killed');
    start({ engine: fakeEngine().engine, alone: true });
    await ended(token);
    expect((await row(token)).attempts).toBe(2);
  });

  test('bounded: beyond it nobody is let in, without a proof of work after three; and it says how long', async () => {
    const { ask } = await bench(open);
    for (let index = 0; index <= UNPROVED_WHILE_WAITING; index += 1)
      expect(await ask(`u${index}.example`, { proved: false })).toEqual(expect.any(String));
    expect(await ask('x.example', { proved: false })).toEqual({ kind: 'unproved', retryAfterSeconds: 80 });
    const others = Array.from({ length: MOST_WAITING - UNPROVED_WHILE_WAITING - 1 }, (_, index) => index);
    for (const index of others) expect(await ask(`p${index}.example`)).toEqual(expect.any(String));
    expect(await ask('x.example')).toEqual({ kind: 'full', retryAfterSeconds: MOST_WAITING * 20 });
  });

  test('the wait follows what the last audits took, and how many servers there are', async () => {
    const { db, ask, queued, store, claim, now } = await bench(open);
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
    for (const id of ['a', 'b']) await announceRunner(db, { id, browser: true, now: now() });
    expect(await ask('x.example', { proved: false })).toMatchObject({ retryAfterSeconds: 2 * 40 });
  });

  test('what was seen of a host within ten minutes is used again, pictures included', async () => {
    const { store, queued, later, start, ended, now } = await bench(open);
    const fake = fakeEngine();
    start({ engine: fake.engine });
    const first = await ended(await queued('a.example'));
    const second = await ended(await queued('a.example'));
    expect(fake.visits).toHaveLength(1);
    expect(second).toMatchObject({ facts: first.facts, measured_at: first.measured_at, started_at: null });
    const picture = await store.picture(second.token, 'phone', now());
    expect(picture?.type).toBe('image/webp');
    expect(Buffer.from(picture?.bytes ?? [])).toEqual(PIXEL);
    await later(10 * 60_000);
    await ended(await queued('a.example'));
    expect(fake.visits).toHaveLength(2);
  });

  test('a visit that ended early is refused, keeps its facts, and is not used again', async () => {
    const { queued, start, ended } = await bench(open);
    const fake = fakeEngine({ end: 'refused-visit' });
    start({ engine: fake.engine });
    const refused = await ended(await queued('a.example'));
    expect(refused).toMatchObject({ state: 'refused', refusal: 'refused-visit', facts_version: 1 });
    await ended(await queued('a.example'));
    expect(fake.visits).toHaveLength(2);
  });

  test('a lead’s audit tells both, once, on its story too; a held lead’s tells nobody', async () => {
    const { db, queued, start, ended } = await bench(open);
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

  test('goes with a lead that is erased, pictures too, and comes along with leads that are copied', async () => {
    const { db, store, queued, start, ended, now } = await bench(open);
    const lead = someLead();
    await leadWriter(db).insert(lead, Date.now());
    start({ engine: fakeEngine().engine });
    const [own, nobodys] = [await queued('a.example', { leadId: lead.id }), await queued('b.example')];
    for (const token of [own, nobodys]) await ended(token);
    const target = await bench(open);
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
    const { db, store, queued, start, ended, later, now } = await bench(open);
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
