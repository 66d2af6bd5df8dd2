import { describe, expect, test } from 'vitest';
import { callMessages } from '#server/bookings/call-messages.ts';
import type { NewBooking, StoredBooking } from '#server/bookings/store/booking.ts';
import { bookingStore } from '#server/bookings/store/booking-store.ts';
import { readableTime } from '../../cli/leads/print.ts';
import { someBooking } from '../fakes/bookings.ts';
import { ask, ENGINES, json } from './seeded-commands.ts';

describe.each(ENGINES)('on %s', (_name, fresh) => {
  test('erase: only after a yes; says what remains to be erased elsewhere', async () => {
    const seeded = await fresh();
    const { delivered } = seeded;
    for (const input of ['', 'non']) {
      const refusal = await ask(seeded, ['erase', delivered.email], input);
      expect(refusal).toMatchObject({ code: 1, stderr: expect.stringContaining('Rien n’a été effacé') });
    }
    const { code, stdout } = await ask(seeded, ['erase', delivered.email.toUpperCase()], 'oui');
    expect(code).toBe(0);
    expect(stdout).toContain('recDelivered');
    expect(stdout).toContain('sauvegardes');
    for (const place of ['corbeille', 'agenda']) expect(stdout).toContain(place);
    expect((await json(seeded, 'list')).answer.counts).toEqual({
      delivered: 0,
      waiting: 1,
      refused: 1,
      held: 1,
    });

    const { answer } = await json(seeded, 'erase', seeded.refused.id, '--yes');
    expect(answer).toEqual({
      erased: [{ what: 'lead', id: seeded.refused.id, at: expect.stringMatching(/Z$/) }],
      // Its delivery may have landed: what it left is still to be searched for, and no Airtable is set.
      atProvider: [{ record: null, state: 'owed', at: expect.stringMatching(/Z$/) }],
      outOfReach: expect.arrayContaining([expect.stringContaining('40')]),
      scrubbed: seeded.environment.DATABASE_URL === undefined,
      callsToCome: [],
    });
    expect((await json(seeded, 'erase', delivered.email, '--yes')).code).toBe(1);
  });

  test('erase: names the calls to come before the yes, and what stays of them in the calendars', async () => {
    const seeded = await fresh();
    const { waiting } = seeded;
    const day = 24 * 3_600_000;
    const now = Date.now();
    const calls = { past: now - day, cancelled: now + day, later: now + 3 * day, sooner: now + 2 * day };
    await seeded.use(async (db) => {
      const store = bookingStore(db);
      for (const start of Object.values(calls))
        await store.insert(someBooking(start, { leadId: waiting.id, token: `page-${start}` }), now);
      const cancelled = await store.byToken(`page-${calls.cancelled}`);
      await store.cancel(cancelled as StoredBooking, now);
    });
    const { stdout } = await ask(seeded, ['erase', waiting.id.slice(0, 8)], 'oui');
    const [question = '', report = ''] = stdout.split('Effacer 1 contact');
    expect(question.match(/\/rendez-vous\/page-\d+/g)).toEqual(
      [calls.sooner, calls.later].map((start) => `/rendez-vous/page-${start}`),
    );
    for (const part of [question, report])
      expect(part.match(/\d\d\.\d\d\.\d{4} à \d?\dh\d\d(?=, Zoé)/g)).toEqual(
        [calls.sooner, calls.later].map(readableTime),
      );
    expect(report).toContain('Reste à faire dans votre agenda');
  });

  test('erase: by the address, bookings that have no lead too, with what was sent and is to be sent about them', async () => {
    const seeded = await fresh();
    const now = Date.now();
    const [mine, others] = ['Zoe@Example.ch', 'paul@example.ch'].map((email, index) =>
      someBooking(now + index * 3_600_000, { email }),
    ) as [NewBooking, NewBooking];
    await seeded.use(async (db) => {
      for (const booking of [mine, others]) {
        const { id, phone, time } = booking;
        const changed = { id, phone, leadId: null, sequence: 0, ...time };
        await bookingStore(db).insert(
          booking,
          now,
          callMessages(db, changed, 'booked', 'nous@example.ch', now),
        );
      }
      await db.updateTable('messages').set({ state: 'sent', receipt: '250 <zoe@example.ch>' }).execute();
    });
    expect((await ask(seeded, ['show', 'zoe@example.ch'])).stdout).toContain('rendez-vous');
    expect((await json(seeded, 'show', 'zoe@example.ch')).answer).toMatchObject({
      leads: [],
      bookings: [{ id: mine.id }],
    });
    const { code, stdout } = await ask(seeded, ['erase', 'zoe@example.ch'], 'oui');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining('0 contact et 1 rendez-vous'),
    });
    const left = await seeded.use(async (db) => [
      (await db.selectFrom('bookings').select('id').execute()).map(({ id }) => id),
      (await db.selectFrom('messages').select('booking_id').distinct().execute()).map(
        (row) => row.booking_id,
      ),
    ]);
    expect(left).toEqual([[others.id], [others.id]]);
    expect((await ask(seeded, ['show', 'zoe@example.ch'])).code).toBe(1);
    expect((await json(seeded, 'erase', 'zoe@example.ch', '--yes')).code).toBe(1);
  });
});
