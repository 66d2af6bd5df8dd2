import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, onTestFinished, test } from 'vitest';
import type { StoredBooking } from '#server/bookings/store/booking.ts';
import { bookingStore } from '#server/bookings/store/booking-store.ts';
import { copyLeads } from '#server/copy/copy-leads.ts';
import { migrate, migrations } from '#server/store/migrations/migrate.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { NINE, someBooking } from '../fakes/bookings.ts';
import { isOfThisRun } from '../support/engines-of-this-run.ts';
import { empty, engines, MINUTE, opened } from './booking-bench.ts';

test.each(['SQLite in memory', 'PostgreSQL'].filter(isOfThisRun))(
  'messages of before, about calls, go with their booking from the migration on, on %s',
  async (name) => {
    const open = await empty[name]?.();
    if (open === undefined) throw new Error(name);
    const db = await open();
    onTestFinished(() => db.destroy());
    const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '011'));
    await new Migrator({ db, provider: { getMigrations: async () => before } }).migrateToLatest();
    const [booking, other] = [someBooking(), someBooking(NINE + 60 * MINUTE)];
    for (const { id, token, time } of [booking, other]) {
      await sql`insert into bookings (id, token, uid, name, email, phone, asked_start_at, start_at, end_at, state, sequence, created_at, changed_at)
        values (${id}, ${token}, 'uid', 'Zoé', 'Zoe+avant@example.ch', '+41215550148', ${time.start}, ${time.start}, ${time.end}, 'booked', 0, 1, 1)`.execute(
        db,
      );
      await sql`insert into booking_changes (booking_id, sequence, kind, start_at, at) values (${id}, 0, 'booked', ${time.start}, 1)`.execute(
        db,
      );
    }
    const detail = (id: string) => JSON.stringify({ booking: id, sequence: 0, change: 'booked' });
    for (const [kind, text] of [
      ['visitor-call', detail(booking.id)],
      ['owner-call-reminder', detail(other.id)],
      ['owner-call', detail(crypto.randomUUID())],
      ['owner-held', null],
    ])
      await sql`insert into messages (id, kind, channel, recipient, detail, created_at, due_at) values (${kind}, ${kind}, 'mail', 'owner', ${text}, 1, 1)`.execute(
        db,
      );
    await migrate(db);
    // The table of changes is made anew on the way.
    const changes = await db
      .selectFrom('booking_changes')
      .select(['booking_id', 'kind', 'start_at'])
      .execute();
    expect(changes).toHaveLength(2);
    expect(changes).toContainEqual({ booking_id: booking.id, kind: 'booked', start_at: NINE });
    const left = async () =>
      (await db.selectFrom('messages').select(['kind', 'booking_id']).orderBy('kind').execute()).map(
        (row) => [row.kind, row.booking_id],
      );
    expect(await left()).toEqual([
      ['owner-call-reminder', other.id],
      ['owner-held', null],
      ['visitor-call', booking.id],
    ]);
    // Their mailbox is known as well.
    const calls = bookingStore(db).counted.upcoming('ZOE@example.ch', 1);
    expect(Number((await calls.executeTakeFirstOrThrow()).total)).toBe(2);
    await db.deleteFrom('bookings').where('id', '=', booking.id).execute();
    expect((await left()).map(([kind]) => kind)).toEqual(['owner-call-reminder', 'owner-held']);
  },
);

test.each(['SQLite in memory', 'PostgreSQL'].filter(isOfThisRun))(
  'what was said of calls and audits before there were words for it is kept, on %s',
  async (name) => {
    const open = await empty[name]?.();
    if (open === undefined) throw new Error(name);
    const db = await open();
    onTestFinished(() => db.destroy());
    const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '017'));
    await new Migrator({ db, provider: { getMigrations: async () => before } }).migrateToLatest();
    await sql`insert into leads (id, name, email, user_id, url, status, created_at) values ('lead', 'Zoé', 'zoe@example.ch', 'u', 'http://x', 'Cold', 1)`.execute(
      db,
    );
    for (const [kind, at] of [
      ['answered', 2],
      ['answered', 3],
      ['not-reached', NINE + 1],
    ] as const)
      await sql`insert into lead_events (id, lead_id, at, kind, "by") values (${`${kind} ${at}`}, 'lead', ${at}, ${kind}, 'owner')`.execute(
        db,
      );
    const [missed, other] = [someBooking(), someBooking(NINE + 60 * MINUTE)];
    for (const { id, token, time } of [missed, other])
      await sql`insert into bookings (id, token, uid, lead_id, name, email, phone, asked_start_at, start_at, end_at, state, sequence, created_at, changed_at)
        values (${id}, ${token}, 'uid', 'lead', 'Zoé', 'zoe@example.ch', '+41215550148', ${time.start}, ${time.start}, ${time.end}, 'booked', 0, 1, 1)`.execute(
        db,
      );
    await migrate(db);
    const outcomes = await db.selectFrom('bookings').select('outcome').orderBy('start_at').execute();
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['not-reached', null]);
    const sent = await db.selectFrom('lead_events').selectAll().where('kind', '=', 'audit-sent').execute();
    expect(sent).toMatchObject([{ lead_id: 'lead', at: 2, detail: '{"withAnswer":true}' }]);
  },
);

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

/** A statement that no engine can carry out: a cell of a booking that does not exist. */
