import fc from 'fast-check';
import type { KyselyPlugin } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { statusAfter } from '#domain/lead-status.ts';
import { calHooks } from '#server/bookings/hooks/cal.ts';
import { providerCalls } from '#server/bookings/hooks/provider-calls.ts';
import { Secret } from '#server/config/secrets.ts';
import { contactOf } from '#server/leads/follow-up/contact.ts';
import {
  callMarking,
  confirmCall,
  type MarkAnswer,
  mark,
  markCall,
  noteAuditSent,
  requestErasure,
  unmark,
} from '#server/leads/follow-up/marks.ts';
import { operatorWriter } from '#server/leads/operator/operator-writer.ts';
import { signedLinks } from '#server/messages/links.ts';
import { bookingRules } from '#server/start/start-bookings.ts';
import type { Database } from '#server/store/database.ts';
import { calHook, calNoShow } from '../fakes/scheduling-hooks.ts';
import { HOUR, NOW, SENDER, THURSDAY, TUESDAY } from './call-bench.ts';
import { engines } from './engines.ts';

/** What is done at the same moment is interleaved in as many ways; the seed of one that fails is printed. */
const RUNS = { SQLite: 150, PostgreSQL: 40 } as const;
const FRIDAY = THURSDAY + 24 * HOUR;
const STARTS = [TUESDAY, THURSDAY, FRIDAY] as const;
const booker = { leadId: null, client: null };
const PHONES = ['+41215550148', '+41215550149'] as const;

/** The database as another server has it: before each transaction, and after each read, the scheduler may let others go first. */
function gated(db: Database, scheduler: fc.Scheduler): Database {
  const gate = () => scheduler.schedule(Promise.resolve());
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await gate();
      return result;
    },
  };
  // The transaction itself is not interleaved but by PostgreSQL.
  return Object.assign(db.withPlugin(plugin), {
    engine: db.engine,
    atomically: async (queries: Parameters<Database['atomically']>[0]) => {
      await gate();
      return db.atomically(queries);
    },
  }) as Database;
}

/** What a server does with calls. */
function serverOver(db: Database, now: () => number) {
  const deps = { db, sender: SENDER };
  const links = signedLinks(new Secret('key'));
  const rules = bookingRules(
    { ...deps, links, publicUrl: 'https://exemple.ch', perMinute: 20, now, wake: () => {} },
    { between: async () => [] },
  );
  return {
    calls: rules.bookings,
    take: providerCalls({
      ...{ ...deps, host: 'exemple.ch', now, wake: () => {} },
      leadOf: (reference) => reference,
      noShow: async (call, at) =>
        (await callMarking(deps, call, 'pas-joint', at, 'provider'))?.statements ?? [],
    }),
    deps,
  };
}

/** One lead in an empty database, and two servers. */
async function bench(db: Database, scheduler: fc.Scheduler) {
  for (const table of ['messages', 'provider_calls', 'provider_hooks', 'bookings', 'leads'] as const)
    await db.deleteFrom(table).execute();
  const lead = {
    id: crypto.randomUUID(),
    name: 'Zoé',
    email: 'zoe@example.ch',
    user_id: 'u',
    url: 'http://x',
  };
  await db
    .insertInto('leads')
    .values({ ...lead, status: 'Cold', created_at: NOW })
    .execute();
  await db.insertInto('outbox').values({ lead_id: lead.id, due_at: NOW }).execute();
  const clock = { now: NOW };
  const now = () => clock.now;
  const plain = serverOver(db, now);
  const servers = [1, 2].map(() => serverOver(gated(db, scheduler), now)) as [typeof plain, typeof plain];
  const contact = async () => {
    const found = await contactOf(db, lead.id);
    if (found === undefined) throw new Error('The lead is gone');
    return found;
  };
  /** Lets all of them go at the same moment. */
  const together = async <T>(acts: readonly (() => Promise<T>)[]): Promise<T[]> => {
    const all = Promise.all(acts.map((act) => act()));
    all.catch(() => {});
    await scheduler.waitFor(all.then(() => {}));
    return all;
  };
  return { lead, clock, plain, servers, contact, together };
}

/** What is so of every call, whatever happened. */
async function expectConsistent(db: Database): Promise<void> {
  for (const row of await db.selectFrom('bookings').selectAll().execute()) {
    const { id, state, start_at, sequence, held, phone, provider, lead_id } = row;
    const ofBooking = db.selectFrom('booking_changes').selectAll().where('booking_id', '=', id);
    const changes = await ofBooking.orderBy('sequence').execute();
    const first = held === null ? 0 : 1;
    expect(changes.map((change) => change.sequence)).toEqual(changes.map((_, index) => index + first));
    const last = changes.at(-1);
    expect(last?.sequence ?? 0).toBe(sequence);
    if (last !== undefined) {
      expect(last.kind === 'cancelled').toBe(state === 'cancelled');
      expect(last.start_at).toBe(start_at);
    }
    const cells = await db.selectFrom('booking_cells').select('cell').where('booking_id', '=', id).execute();
    const covers = provider === null && state === 'booked' && held !== 'waiting';
    expect(cells.length > 0).toBe(covers);
    if (covers) expect(Math.min(...cells.map(({ cell }) => cell)) * 300_000).toBe(start_at);
    if (lead_id === null) continue;
    const events = (await contactOf(db, lead_id))?.events ?? [];
    const ofCall = events.filter(({ detail }) => detail.booking === id);
    const change = ofCall.findLast(({ kind }) => kind.startsWith('call-'));
    // A call that was cancelled before its lead had a part in it, or while it was held, is none to the lead.
    if (change === undefined && (state === 'cancelled' || held === 'waiting')) continue;
    expect(change?.kind === 'call-cancelled').toBe(state === 'cancelled');
    expect(change?.detail.start).toBe(start_at);
    expect(change?.detail.phone ?? '').toBe(phone);
    const said = ofCall.findLast(({ kind }) => !['call-corrected', 'call-cancelled'].includes(kind))?.kind;
    expect(row.outcome).toBe(said === 'held' || said === 'not-reached' ? said : null);
  }
}

describe.each(Object.entries(engines))('at the same moment on %s', (name, open) => {
  const opened = async () => {
    const db = await open();
    onTestFinished(() => db.destroy());
    return db;
  };
  const numRuns = RUNS[name as keyof typeof RUNS];
  const check = <T>(of: fc.Arbitrary<T>, run: (given: T, scheduler: fc.Scheduler) => Promise<void>) =>
    fc.assert(fc.asyncProperty(of, fc.scheduler(), run), { numRuns, endOnFailure: true });

  test('webhooks lead to the same call in whatever order they are read and written', async () => {
    const db = await opened();
    const history = fc.record({
      moves: fc.integer({ min: 0, max: 2 }),
      isCancelled: fc.boolean(),
      /** Which of the names carry the reference to the lead. */
      named: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
      twice: fc.boolean(),
      /** So many are taken one after the other first. */
      before: fc.integer({ min: 0, max: 3 }),
    });
    await check(history, async ({ moves, isCancelled, named, twice, before }, scheduler) => {
      const { lead, plain, servers, together } = await bench(db, scheduler);
      const metadata = (index: number) => ({ metadata: named[index] ? { ref: lead.id } : {} });
      const at = (index: number) => ({
        startTime: new Date(STARTS[index] ?? 0).toISOString(),
        endTime: new Date((STARTS[index] ?? 0) + HOUR / 4).toISOString(),
      });
      const bodies = [
        calHook('BOOKING_CREATED', { uid: 'n0', ...at(0), ...metadata(0) }),
        ...Array.from({ length: moves }, (_, index) =>
          calHook('BOOKING_RESCHEDULED', {
            ...{ uid: `n${index + 1}`, rescheduleUid: `n${index}` },
            ...{ ...at(index + 1), ...metadata(index + 1) },
          }),
        ),
        ...(isCancelled ? [calHook('BOOKING_CANCELLED', { uid: `n${moves}`, ...metadata(moves) })] : []),
        // A provider may repeat what it has said of an earlier name in other words.
        calHook('BOOKING_CREATED', { uid: 'n0', ...at(0), metadata: { ref: lead.id } }),
      ];
      const tell = (server: typeof plain, body: string) => {
        const hook = calHooks.read(JSON.parse(body));
        if (hook === undefined) throw new Error('Not understood');
        return server.take('cal', body, hook);
      };
      for (const body of bodies.slice(0, before)) await tell(plain, body);
      const all = bodies.slice(before).flatMap((body) => (twice ? [body, body] : [body]));
      await together(all.map((body, index) => () => tell(servers[index % 2 ? 1 : 0], body)));
      const calls = await db.selectFrom('bookings').selectAll().execute();
      // What was cancelled before it was known to be booked is no call.
      if (!isCancelled || calls.length > 0)
        expect(calls).toMatchObject([
          {
            lead_id: lead.id,
            ...(isCancelled ? { state: 'cancelled' } : { state: 'booked', start_at: STARTS[moves] }),
          },
        ]);
      await expectConsistent(db);
    });
  });

  // What changes one call is kept apart by the key of its changes as well, a time by the key of its cells: only with both
  // gone do moves and corrections fail here. A mailbox's limit and a confirmation have nothing but what they require.
  test('concurrent moves, corrections, cancellations and releases of a call are stored in one sequence, as they were answered', async () => {
    const db = await opened();
    const action = fc.record({
      what: fc.constantFrom('move', 'correct', 'cancel', 'release', 'book', 'book as well', 'confirm'),
      on: fc.constantFrom(0, 1),
      to: fc.constantFrom(0, 1, 2),
    });
    const all = fc.record({ held: fc.boolean(), actions: fc.array(action, { minLength: 2, maxLength: 6 }) });
    await check(all, async ({ held, actions }, scheduler) => {
      const { lead, plain, servers, contact, together } = await bench(db, scheduler);
      const request = (start: number, email: string) => ({
        ...{ id: crypto.randomUUID(), start, name: 'Zoé', email, phone: PHONES[0], timeZone: null },
      });
      const made = await plain.calls.book(request(TUESDAY, lead.email), {
        ...booker,
        leadId: lead.id,
        isRush: held,
      });
      if (!('booking' in made)) throw new Error(made.kind);
      const { id, token } = made.booking;
      const done = await together(
        actions.map(({ what, on, to }) => async () => {
          const { calls, deps } = servers[on === 0 ? 0 : 1];
          const start = STARTS[to] ?? 0;
          const phone = PHONES[to % 2] ?? '';
          if (what === 'confirm') return confirmCall(deps, await contact(), NOW);
          if (what === 'book') return calls.book(request(start, `${crypto.randomUUID()}@example.ch`), booker);
          if (what === 'book as well') return calls.book(request(start, lead.email), booker);
          if (what === 'move') return calls.move(token, start);
          if (what === 'correct') return calls.correct(token, phone);
          return what === 'cancel' ? calls.cancel(token) : calls.release(token);
        }),
      );
      await expectConsistent(db);
      const kinds = await db
        .selectFrom('booking_changes')
        .select('kind')
        .where('booking_id', '=', id)
        .execute();
      const stored = (kind: string) => kinds.filter((one) => one.kind === kind).length;
      const answered = (what: string) =>
        done.filter(
          (outcome, index) =>
            actions[index]?.what === what && typeof outcome === 'object' && outcome.kind === 'done',
        ).length;
      expect(stored('cancelled')).toBe(answered('cancel'));
      expect(stored('booked')).toBe(answered('release') + (held ? 0 : 1));
      // A move to where the call is already is done, and none is stored.
      expect(stored('moved')).toBeLessThanOrEqual(answered('move'));
      expect(stored('corrected')).toBeLessThanOrEqual(answered('correct'));
      const booked = done.filter(
        (outcome) => typeof outcome === 'object' && outcome.kind === 'created',
      ).length;
      expect(await db.selectFrom('bookings').select('id').execute()).toHaveLength(booked + 1);
      const ofMailbox = await db
        .selectFrom('bookings')
        .select('id')
        .where('email', '=', lead.email)
        .where('state', '=', 'booked')
        .where('held', 'is', null)
        .execute();
      expect(ofMailbox.length).toBeLessThanOrEqual(2);
      const { events } = await contact();
      for (const [index, { kind }] of events.entries())
        if (kind === 'confirmed') expect(statusAfter(events.slice(0, index + 1))).toBe('Hot');
      const covered = await db.selectFrom('booking_cells').select('booking_id').distinct().execute();
      const live = await db
        .selectFrom('bookings')
        .select('start_at')
        .where('state', '=', 'booked')
        .where('held', 'is distinct from', 'waiting')
        .execute();
      expect(covered).toHaveLength(live.length);
      expect(new Set(live.map(({ start_at }) => start_at)).size).toBe(live.length);
    });
  });

  test('the owner’s last word on a call holds, whoever says what beside it', async () => {
    const db = await opened();
    const action = fc.record({
      what: fc.constantFrom('call', 'lead', 'sent', 'no-show', 'undo'),
      on: fc.constantFrom(0, 1),
      answer: fc.constantFrom<MarkAnswer>('tenu', 'pas-joint', 'gagne', 'repondu'),
    });
    const phases = fc.array(fc.array(action, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 });
    await check(phases, async (rounds, scheduler) => {
      const { lead, clock, plain, servers, contact, together } = await bench(db, scheduler);
      const created = calHook('BOOKING_CREATED', { uid: 'm', metadata: { ref: lead.id } });
      const hook = (body: string) => calHooks.read(JSON.parse(body)) ?? { event: '' };
      await plain.take('cal', created, hook(created));
      const { id } = await db.selectFrom('bookings').select('id').executeTakeFirstOrThrow();
      clock.now = TUESDAY + HOUR;
      let last = '';
      for (const round of rounds) {
        const noted = await together(
          round.map(({ what, on, answer }) => async () => {
            const { deps, take } = servers[on === 0 ? 0 : 1];
            if (what === 'lead') return mark(deps, await contact(), answer, clock.now);
            if (what === 'sent') return noteAuditSent(deps, await contact(), clock.now);
            if (what === 'undo') return unmark(deps, last, clock.now);
            if (what === 'no-show') return take('cal', `${answer} ${clock.now}`, hook(calNoShow('m')));
            return markCall(deps, { id }, answer === 'tenu' ? 'tenu' : 'pas-joint', clock.now);
          }),
        );
        await expectConsistent(db);
        for (const outcome of noted)
          if (typeof outcome === 'object' && outcome.kind === 'noted') last = outcome.id;
        // Said by itself, of the call, in the same minute: it is what holds.
        for (const answer of ['tenu', 'pas-joint', 'tenu', 'pas-joint'] as const) {
          await markCall(plain.deps, { id }, answer, clock.now);
          const { outcome } = await db.selectFrom('bookings').select('outcome').executeTakeFirstOrThrow();
          expect(outcome).toBe(answer === 'tenu' ? 'held' : 'not-reached');
          await mark(plain.deps, await contact(), 'pas-joint', clock.now);
          await expectConsistent(db);
        }
      }
    });
  });

  test('beside an erasure nothing fails, and nothing is left of the person', async () => {
    const db = await opened();
    const what = fc.constantFrom(
      ...(['move', 'cancel', 'correct', 'book', 'mark', 'confirm', 'sent', 'ask', 'hook'] as const),
    );
    await check(fc.array(what, { minLength: 1, maxLength: 5 }), async (actions, scheduler) => {
      const { lead, plain, servers, contact, together } = await bench(db, scheduler);
      const request = (start: number) => ({
        ...{
          id: crypto.randomUUID(),
          start,
          name: 'Zoé',
          email: lead.email,
          phone: PHONES[0],
          timeZone: null,
        },
      });
      const made = await plain.calls.book(request(TUESDAY), { ...booker, leadId: lead.id });
      if (!('booking' in made)) throw new Error(made.kind);
      const { id, token } = made.booking;
      const before = await contact();
      const erase = async () => {
        await operatorWriter(
          servers[0].deps.db,
          async () => {},
          () => NOW,
        ).erase([lead.id], [id]);
      };
      const body = calHook('BOOKING_CREATED', { uid: 'e', metadata: { ref: lead.id } });
      await together<unknown>([
        erase,
        ...actions.map((action, index) => async () => {
          const { calls, deps, take } = servers[index % 2 ? 1 : 0];
          const start = STARTS[1 + (index % 2)] ?? 0;
          if (action === 'book') return calls.book(request(start), { ...booker, leadId: lead.id });
          if (action === 'move') return calls.move(token, start);
          if (action === 'correct') return calls.correct(token, PHONES[1]);
          if (action === 'cancel') return calls.cancel(token);
          if (action === 'mark') return mark(deps, before, 'repondu', NOW);
          if (action === 'confirm') return confirmCall(deps, before, NOW);
          if (action === 'sent') return noteAuditSent(deps, before, NOW);
          if (action === 'hook') return take('cal', body, calHooks.read(JSON.parse(body)) ?? { event: '' });
          return requestErasure(deps, before, NOW);
        }),
      ]);
      for (const table of ['leads', 'outbox', 'lead_events'] as const)
        expect(
          await db
            .selectFrom(table as 'leads')
            .selectAll()
            .execute(),
        ).toEqual([]);
      // What was booked after it is somebody's own, and belongs to no lead.
      const left = await db.selectFrom('bookings').select(['id', 'lead_id']).execute();
      for (const call of left) expect([call.id === id, call.lead_id]).toEqual([false, null]);
      await expectConsistent(db);
    });
  });
});
