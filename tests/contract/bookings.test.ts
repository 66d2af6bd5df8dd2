import { describe, expect, test } from 'vitest';
import { callMessages } from '#server/bookings/call-messages.ts';
import { BLOCKED, blockedHours } from '#server/bookings/store/blocked-hours.ts';
import type { StoredBooking } from '#server/bookings/store/booking.ts';
import type { bookingStore } from '#server/bookings/store/booking-store.ts';
import { copyLeads } from '#server/copy/copy-leads.ts';
import { eraseRows } from '#server/leads/erasure/erase-rows.ts';
import type { Database } from '#server/store/database.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { NINE, someBooking, timeAt } from '../fakes/bookings.ts';
import { isOfThisRun } from '../support/engines-of-this-run.ts';
import { countOf, engines, MINUTE, opened } from './booking-bench.ts';

describe.each(Object.entries(engines))('bookings on %s', (name, fresh) => {
  const start = async () => opened(await fresh());
  const stored = async (bookings: ReturnType<typeof bookingStore>, id: string) =>
    (await bookings.byId(id)) as StoredBooking;

  test('a booking is stored whole, with every five minutes of call and buffer', async () => {
    const { bookings } = await start();
    const booking = someBooking();
    expect(await bookings.insert(booking, 1234)).toBe('created');
    const { time, ...kept } = booking;
    const whole = { ...kept, askedStart: NINE, start: NINE, end: time.end, state: 'booked', sequence: 0 };
    expect(await bookings.byToken(booking.token)).toMatchObject(whole);
    expect(await bookings.taken(NINE - 60 * MINUTE, NINE + 60 * MINUTE)).toEqual([
      { bookingId: booking.id, start: NINE, end: NINE + 30 * MINUTE },
    ]);
  });

  test('an hour that the owner has blocked is taken from its first minute to its last', async () => {
    const { db, bookings } = await start();
    const hour = { start: NINE, end: NINE + 60 * MINUTE };
    await blockedHours(db).block(hour);
    const from = (minutes: number) => bookings.taken(NINE + minutes * MINUTE, NINE + (minutes + 1) * MINUTE);
    for (const minutes of [0, 30, 59]) expect(await from(minutes)).toEqual([{ ...hour, bookingId: BLOCKED }]);
    for (const minutes of [-1, 60]) expect(await from(minutes)).toEqual([]);
  });

  test('a token without the dash or underscore at its end, as mail programs cut it, is that call’s still', async () => {
    const { bookings } = await start();
    const cut = 'Ab-9_'.repeat(6);
    for (const [index, end] of ['x-', 'y_', 'zA'].entries()) {
      const token = `${cut}${end}`;
      await bookings.insert({ ...someBooking(), token, time: timeAt(NINE + index * 60 * MINUTE) }, 1);
      const found = await bookings.byToken(token.slice(0, -1));
      expect(found?.token).toBe(end === 'zA' ? undefined : token);
      expect(await bookings.byToken(token.slice(0, -2))).toBeUndefined();
    }
  });

  test('a held booking covers nothing until it is released; of many releases and cancellations one is carried out', async () => {
    const { bookings } = await start();
    const [booking, late] = [someBooking(NINE, { held: true }), someBooking(NINE, { held: true })];
    for (const one of [booking, late]) expect(await bookings.insert(one, 1)).toBe('created');
    expect(await bookings.insert(booking, 2)).toMatchObject({ id: booking.id, state: 'held', sequence: 0 });
    expect(await bookings.taken(NINE, NINE + 60 * MINUTE)).toEqual([]);
    const before = await stored(bookings, booking.id);
    const outcomes = await Promise.all([
      ...Array.from({ length: 3 }, () => bookings.release(before, booking.time, 3)),
      ...Array.from({ length: 3 }, () => bookings.cancel(before, 3)),
    ]);
    expect(countOf(outcomes, 'done')).toBe(1);
    const { state, sequence } = await stored(bookings, booking.id);
    expect(sequence).toBe(1);
    const covers = await bookings.taken(NINE, NINE + 60 * MINUTE);
    expect(covers.map(({ bookingId }) => bookingId)).toEqual(state === 'booked' ? [booking.id] : []);
    if (state === 'cancelled') expect(await bookings.insert(someBooking(), 4)).toBe('created');
    expect(await bookings.release(await stored(bookings, late.id), late.time, 5)).toBe('taken');
    expect((await stored(bookings, late.id)).state).toBe('held');
  });

  test('any overlap is refused, whatever the start, the length and the buffer; what touches is not', async () => {
    const { bookings } = await start();
    await bookings.insert(someBooking(), 1);
    for (const time of [
      timeAt(NINE + 25 * MINUTE),
      timeAt(NINE - 10 * MINUTE, 15, 0),
      timeAt(NINE - 60 * MINUTE, 120),
    ])
      expect(await bookings.insert(someBooking(NINE, { time }), 2)).toBe('taken');
    expect(await bookings.insert(someBooking(NINE + 30 * MINUTE), 2)).toBe('created');
    expect(await bookings.insert(someBooking(NINE - 30 * MINUTE), 2)).toBe('created');
  });

  test('of 200 who want one time at once one gets it, and nothing is left of the others', async () => {
    const open = await fresh();
    // On PostgreSQL several servers, each with connections of its own; an embedded database has one.
    const servers = await Promise.all(
      Array.from({ length: name === 'PostgreSQL' ? 4 : 1 }, () => opened(open)),
    );
    const tries = Array.from({ length: 200 }, (_, index) =>
      servers[index % servers.length]?.bookings.insert(someBooking(), 1),
    );
    const outcomes = await Promise.all(tries);
    expect([countOf(outcomes, 'created'), countOf(outcomes, 'taken')]).toEqual([1, 199]);
    const count = (table: 'bookings' | 'booking_cells' | 'booking_changes') =>
      servers[0]?.db.selectFrom(table).selectAll().execute();
    expect(await count('bookings')).toHaveLength(1);
    expect(await count('booking_changes')).toHaveLength(1);
    expect(await count('booking_cells')).toHaveLength(6);
  });

  test('the same id again is the booking that stands, and changes nothing', async () => {
    const { bookings } = await start();
    const booking = someBooking();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => bookings.insert(booking, 1)));
    expect(countOf(outcomes, 'created')).toBe(1);
    expect(outcomes.filter((outcome) => typeof outcome === 'object')).toHaveLength(9);
    expect(
      await bookings.insert({ ...booking, name: 'Autre', time: timeAt(NINE + 60 * MINUTE) }, 2),
    ).toMatchObject({
      name: booking.name,
      start: NINE,
    });
  });

  test('moved, it keeps uid and page, its sequence rises, and its old time is free', async () => {
    const { bookings } = await start();
    const booking = someBooking();
    await bookings.insert(booking, 1);
    const before = await stored(bookings, booking.id);
    // Over a part of its own old time.
    expect(await bookings.move(before, timeAt(NINE + 15 * MINUTE), 2)).toBe('done');
    expect(await bookings.byToken(booking.token)).toMatchObject({
      uid: booking.uid,
      sequence: 1,
      askedStart: NINE,
      start: NINE + 15 * MINUTE,
      end: NINE + 30 * MINUTE,
    });
    expect(await bookings.insert(someBooking(NINE - 15 * MINUTE), 3)).toBe('created');
  });

  test('another number: the time stays, and of a correction and a move at once one passes', async () => {
    const { bookings } = await start();
    const booking = someBooking();
    await bookings.insert(booking, 1);
    const before = await stored(bookings, booking.id);
    const outcomes = await Promise.all([
      bookings.correct(before, '+41795550199', 2),
      bookings.move(before, timeAt(NINE + 60 * MINUTE), 2),
    ]);
    expect(outcomes.toSorted()).toEqual(['changed', 'done']);
    const between = await stored(bookings, booking.id);
    expect(await bookings.correct(between, '+41795550188', 3)).toBe('done');
    expect(await bookings.byId(booking.id)).toMatchObject({
      phone: '+41795550188',
      askedPhone: booking.phone,
      sequence: 2,
      start: between.start,
    });
    expect(await bookings.taken(between.start, between.start + MINUTE)).toHaveLength(1);
  });

  test('a move to a taken time changes nothing', async () => {
    const { bookings } = await start();
    const [mine, other] = [someBooking(), someBooking(NINE + 60 * MINUTE)];
    await bookings.insert(mine, 1);
    await bookings.insert(other, 1);
    const before = await stored(bookings, mine.id);
    expect(await bookings.move(before, timeAt(NINE + 75 * MINUTE), 2)).toBe('taken');
    expect(await bookings.byId(mine.id)).toEqual(before);
    expect(await bookings.insert(someBooking(), 3)).toBe('taken');
  });

  test('of two changes made on the same state one passes', async () => {
    const { db, bookings } = await start();
    const booking = someBooking();
    await bookings.insert(booking, 1);
    const before = await stored(bookings, booking.id);
    const outcomes = await Promise.all([
      bookings.move(before, timeAt(NINE + 60 * MINUTE), 2),
      bookings.move(before, timeAt(NINE + 120 * MINUTE), 2),
      bookings.cancel(before, 2),
    ]);
    expect([countOf(outcomes, 'done'), countOf(outcomes, 'changed')]).toEqual([1, 2]);
    const after = await stored(bookings, booking.id);
    const cells = await db.selectFrom('booking_cells').selectAll().execute();
    expect([after.sequence, cells.length]).toEqual([1, after.state === 'booked' ? 6 : 0]);
  });

  test('two who swap their times at once end with one time each', async () => {
    const { bookings } = await start();
    const [one, two] = [someBooking(), someBooking(NINE + 60 * MINUTE)];
    await bookings.insert(one, 1);
    await bookings.insert(two, 1);
    const [a, b] = [await stored(bookings, one.id), await stored(bookings, two.id)];
    const outcomes = await Promise.all([bookings.move(a, two.time, 2), bookings.move(b, one.time, 2)]);
    expect(outcomes).not.toContain('changed');
    const taken = await bookings.taken(NINE, NINE + 120 * MINUTE);
    expect(taken.map(({ bookingId }) => bookingId).toSorted()).toEqual([one.id, two.id].toSorted());
  });

  test('cancelled, its time is free and it stays to be read', async () => {
    const { bookings } = await start();
    const booking = someBooking();
    await bookings.insert(booking, 1);
    expect(await bookings.cancel(await stored(bookings, booking.id), 2)).toBe('done');
    expect(await bookings.byToken(booking.token)).toMatchObject({
      state: 'cancelled',
      sequence: 1,
      start: NINE,
    });
    expect(await bookings.taken(NINE, NINE + 60 * MINUTE)).toEqual([]);
    expect(await bookings.insert(someBooking(), 3)).toBe('created');
  });

  test('what is written alongside is written with it or not at all', async () => {
    const { db, bookings } = await start();
    const note = (id: string) =>
      db
        .insertInto('restores')
        .values({ id: 1, restored_at: Number(id) })
        .compile();
    expect(await bookings.insert(someBooking(), 1, [note('1')])).toBe('created');
    expect(await bookings.insert(someBooking(), 2, [db.deleteFrom('restores').compile()])).toBe('taken');
    await expect(bookings.insert(someBooking(NINE + 60 * MINUTE), 3, [sqlThatFails(db)])).rejects.toThrow();
    expect(await bookings.taken(NINE, NINE + 120 * MINUTE)).toHaveLength(1);
    expect(await db.selectFrom('restores').selectAll().execute()).toHaveLength(1);
  });

  /** Leads of one person, each held because of what is given, the first the oldest. */
  async function leadsOf(db: Database, held: readonly (string | null)[]) {
    const ids: string[] = [];
    for (const [index, held_because] of held.entries()) {
      const lead = { id: crypto.randomUUID(), name: 'A', email: 'a@b.ch', user_id: 'u', url: 'http://x' };
      ids.push(lead.id);
      await db
        .insertInto('leads')
        .values({ ...lead, status: 'Cold', created_at: index })
        .execute();
      await db.insertInto('outbox').values({ lead_id: lead.id, due_at: 1, held_because }).execute();
    }
    return ids as [string, ...string[]];
  }

  test('a call without a reference is that of the oldest lead of its name and e-mail that was let in', async () => {
    const { db, bookings } = await start();
    const person = { name: 'A', email: 'A@b.ch' };
    const [, first, , held] = await leadsOf(db, ['douteux', null, null, 'douteux']);
    expect(await bookings.knownLead(null, person, 0)).toBe(first);
    expect(await bookings.knownLead(held ?? '', person, 0)).toBe(held);
    await db.updateTable('outbox').set({ held_because: 'douteux' }).execute();
    expect(await bookings.knownLead(null, person, 0)).toBe(null);
  });

  test('a lead that is erased takes its past calls along, and none to come, nor one that is its own by name alone', async () => {
    const { db, bookings } = await start();
    const now = Date.now();
    const [leadId, other] = await leadsOf(db, ['douteux', null]);
    const made = {
      past: someBooking(NINE, { leadId, time: timeAt(now - 600 * MINUTE) }),
      toCome: someBooking(NINE, { leadId, time: timeAt(now + 60 * MINUTE) }),
      named: someBooking(NINE, { leadId, time: timeAt(now - 300 * MINUTE), byName: true }),
      whole: someBooking(NINE, { leadId, time: timeAt(now + 300 * MINUTE) }),
      others: someBooking(NINE, { leadId: other ?? '', time: timeAt(now + 600 * MINUTE), byName: true }),
    };
    for (const booking of Object.values(made)) {
      const changed = { ...booking, ...booking.time, leadId, sequence: 0 };
      const mails = callMessages(db, changed, 'booked', 'nous@example.ch', now);
      expect(await bookings.insert(booking, now, mails)).toBe('created');
    }
    await eraseRows(db, { leadIds: [leadId], bookingIds: [made.whole.id], now });
    const leads = async (id: string) => (await bookings.byId(id))?.leadId;
    expect(await Promise.all(Object.values(made).map(({ id }) => leads(id)))).toEqual([
      ...[undefined, null, null, undefined, other],
    ]);
    expect(await bookings.taken(now, now + 120 * MINUTE)).toHaveLength(1);
    // What its visitor is still to be told goes on.
    const mails = db.selectFrom('messages').selectAll().where('booking_id', '=', made.toCome.id);
    expect((await mails.execute()).map(({ kind, lead_id }) => [kind, lead_id])).toContainEqual([
      ...['visitor-call', null],
    ]);
    expect(await bookings.insert(someBooking(NINE, { leadId }), 2)).toBe('changed');
    expect(await bookings.insert(someBooking(), 2)).toBe('created');
  });
});

function sqlThatFails(db: Database) {
  return db
    .insertInto('booking_cells')
    .values({ cell: 1, booking_id: null as never })
    .compile();
}

const comeAlong = async () => {
  const source = await opened(async () => openSqlite(':memory:'));
  const target = await opened(await (engines.PostgreSQL?.() ?? Promise.reject(new Error('No PostgreSQL'))));
  const [booking, cancelled] = [someBooking(), someBooking(NINE + 60 * MINUTE)];
  const held = someBooking(NINE, { held: true });
  for (const one of [booking, cancelled, held]) await source.bookings.insert(one, 1);
  await source.bookings.cancel((await source.bookings.byId(cancelled.id)) as StoredBooking, 2);
  for (const _again of [1, 2]) await copyLeads(source.db, target.db);
  for (const { id } of [booking, cancelled, held])
    expect(await target.bookings.byId(id)).toEqual(await source.bookings.byId(id));
  expect(await target.bookings.insert(someBooking(), 3)).toBe('taken');
  const before = (await target.bookings.byId(booking.id)) as StoredBooking;
  expect(await target.bookings.cancel(before, 4)).toBe('done');
};
if (isOfThisRun('PostgreSQL'))
  test(
    'an embedded database’s bookings come along into PostgreSQL, once, with the time they cover',
    comeAlong,
  );
