import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { callMessages } from '#server/bookings/call-messages.ts';
import type { NewBooking, StoredBooking } from '#server/bookings/store/booking.ts';
import { bookingStore } from '#server/bookings/store/booking-store.ts';
import { leadWriter } from '#server/leads/lead-writer.ts';
import { monthsBefore, startRetention } from '#server/retention/start-retention.ts';
import { someBooking } from '../fakes/bookings.ts';
import { manualClock } from '../fakes/clock.ts';
import { someLead } from '../fakes/leads.ts';
import { engines } from './engines.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const OLD = Date.parse('2024-11-21T12:00:00Z');
const RECENT = Date.parse('2024-11-25T12:00:00Z');

describe.each(Object.entries(engines))('the daily deletion, on %s', (_name, open) => {
  test('takes what was last exchanged before then, says so every day, and leaves what is still to be sent', async () => {
    const db = await open();
    onTestFinished(() => db.destroy());
    const writer = leadWriter(db);
    const insert = async (at: number, values: object = { attempts: 0 }, held?: string) => {
      const lead = someLead();
      await writer.insert(lead, at, held);
      await db.updateTable('outbox').set(values).where('lead_id', '=', lead.id).execute();
      return lead.id;
    };
    const delivered = { state: 'delivered', delivered_at: OLD } as const;
    const event = (lead_id: string, at: number) =>
      db
        .insertInto('lead_events')
        .values({ id: crypto.randomUUID(), lead_id, at, kind: 'answered', by: 'owner' })
        .execute();
    const gone = [
      await insert(OLD, { ...delivered, remote_id: 'recOld' }),
      await insert(OLD, undefined, 'Douteux.'),
    ];
    await event(gone[0] ?? '', OLD + 1_000);
    const kept = [await insert(OLD), await insert(RECENT, delivered), await insert(OLD, delivered)];
    await event(kept[2] ?? '', RECENT);

    // Calls without a lead: long over, cancelled lately, and still to come.
    const store = bookingStore(db);
    const [over, cancelled, later] = [OLD, OLD + 3_600_000, NOW].map((at) => someBooking(at));
    for (const booking of [over, cancelled, later] as NewBooking[]) {
      const { id, time, phone } = booking;
      const changed = { id, leadId: null, sequence: 0, ...time, phone };
      await store.insert(booking, OLD - 1, callMessages(db, changed, 'booked', 'nous@example.ch', OLD - 1));
    }
    await store.cancel((await store.byId(cancelled?.id ?? '')) as StoredBooking, RECENT);

    const clock = manualClock(NOW);
    const log = { info: vi.fn(), error: vi.fn() };
    const retention = startRetention({ db, clock, log, months: 24, wake: () => {} });
    onTestFinished(async () => {
      const stopped = retention.stop();
      clock.advance(1);
      await stopped;
    });
    expect(await clock.idle()).toBe(60_000);
    clock.advance(60_000);
    expect(await clock.idle()).toBe(1_000);
    clock.advance(1_000);
    expect(await clock.idle()).toBe(24 * 60 * 60_000);
    const ids = async () => (await db.selectFrom('leads').select('id').execute()).map(({ id }) => id);
    expect((await ids()).toSorted()).toEqual(kept.toSorted());
    expect(await db.selectFrom('erased_records').selectAll().execute()).toMatchObject([
      { remote_id: 'recOld', state: 'owed' },
    ]);
    const bookings = await db.selectFrom('bookings').select('id').execute();
    expect(bookings.map(({ id }) => id).toSorted()).toEqual([cancelled?.id, later?.id].toSorted());
    const about = await db.selectFrom('messages').select('booking_id').distinct().execute();
    expect(about.map(({ booking_id }) => booking_id).toSorted()).toEqual(
      [cancelled?.id, later?.id].toSorted(),
    );
    expect(log.info.mock.calls).toEqual([
      [
        { leads: 2, bookings: 1, remoteIds: ['recOld'] },
        expect.stringContaining('2 contacts effacés de la base, 24 mois'),
      ],
    ]);

    clock.advance(24 * 60 * 60_000);
    await clock.idle();
    expect(log.info).toHaveBeenLastCalledWith(
      { leads: 0, bookings: 0, remoteIds: [] },
      expect.stringContaining('0 contact'),
    );
    expect(log.error).not.toHaveBeenCalled();
  });
});

test('months are those of the calendar', () => {
  const day = (text: string) => Date.parse(`${text}T08:00:00Z`);
  expect(monthsBefore(day('2026-11-22'), 24)).toBe(day('2024-11-22'));
  expect(monthsBefore(day('2026-03-31'), 1)).toBe(day('2026-02-28'));
  expect(monthsBefore(day('2026-01-15'), 3)).toBe(day('2025-10-15'));
});
