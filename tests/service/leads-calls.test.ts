import { describe, expect, test } from 'vitest';
import type { NewBooking } from '#server/bookings/store/booking.ts';
import { bookingStore } from '#server/bookings/store/booking-store.ts';
import { leadWriter } from '#server/leads/lead-writer.ts';
import { readableTime } from '../../cli/leads/print.ts';
import { NINE, someBooking } from '../fakes/bookings.ts';
import { someLead } from '../fakes/leads.ts';
import { ask, ENGINES, json } from './seeded-commands.ts';
import type { Seeded } from './seeded-store.ts';

const HOUR = 3_600_000;
const now = Date.now();
/** On the hour, so that the calls cover whole cells; tomorrow. */
const TOMORROW = Math.ceil(now / HOUR) * HOUR + 24 * HOUR;
const SINCE = new Date(now - HOUR).toLocaleString('sv-SE', { timeZone: 'Europe/Zurich' }).slice(0, 16);

const call = (hours: number, email: string, held = false): NewBooking =>
  someBooking(TOMORROW + hours * HOUR, { email, held });

/** Bookings, each of them made so many hours ago. */
const insert = (seeded: Seeded, bookings: readonly (readonly [NewBooking, hoursAgo?: number])[]) =>
  seeded.use(async (db) => {
    const store = bookingStore(db);
    for (const [booking, hoursAgo = 0] of bookings)
      expect(await store.insert(booking, now - hoursAgo * HOUR)).toBe('created');
    // PostgreSQL has its own clock.
    for (const [{ id }, hoursAgo = 0] of bookings)
      await db
        .updateTable('bookings')
        .set({ created_at: now - hoursAgo * HOUR })
        .where('id', '=', id)
        .execute();
  });

/** What stands of a booking: its state, and the messages about it. */
const about = (seeded: Seeded, { id }: NewBooking) =>
  seeded.use(async (db) => {
    const booking = await bookingStore(db).byId(id);
    const messages = db.selectFrom('messages').select('kind').where('booking_id', '=', id).orderBy('kind');
    const kinds = (await messages.execute())
      .map(({ kind }) => kind)
      .filter((kind) => !kind.includes('remind'));
    const cells = await db.selectFrom('booking_cells').select('cell').where('booking_id', '=', id).execute();
    return { state: booking?.state, kinds, covers: cells.length > 0 };
  });

const TOLD = ['owner-call', 'owner-call-over', 'visitor-call'];

describe.each(ENGINES)('on %s', (_name, fresh) => {
  test('a call has its number and its hour in show; no command hands out what opens its page; names are not cut off', async () => {
    const seeded = await fresh();
    const lead = someLead({ name: `Société ${'des Artisans Réunis '.repeat(6)}Sàrl` });
    const booked = { ...call(2, lead.email), leadId: lead.id, phone: '+41215550199' };
    const alone = call(4, 'seule@example.ch');
    await seeded.use((db) => leadWriter(db).insert(lead, now));
    await insert(seeded, [[booked], [alone]]);
    await seeded.use((db) =>
      db
        .insertInto('lead_events')
        .values({ id: 'received', lead_id: lead.id, at: now, kind: 'received', by: 'visitor' })
        .execute(),
    );
    const shown = await ask(seeded, ['show', lead.id]);
    expect(shown.stdout).toContain('+41215550199');
    expect(shown.stdout).toContain(readableTime(booked.time.start));
    const told = [
      await ask(seeded, ['show', lead.id, '--json']),
      await ask(seeded, ['show', alone.email, '--json']),
      await ask(seeded, ['list', '--json']),
      await ask(seeded, ['export', '--json']),
    ].map(({ stdout }) => stdout);
    expect(told[0]).toContain(booked.id);
    for (const text of told) {
      for (const { token } of [booked, alone]) expect(text).not.toContain(token);
      // One spelling of names: no column's.
      expect(text).not.toMatch(/"[a-z]+_[a-z_]+":/);
    }
  });

  test('cancel-calls: only after a yes, those booked since then; whoever had no confirmation gets no mail', async () => {
    const seeded = await fresh();
    const [sooner, rush, held] = [
      call(1, 'a@example.ch'),
      call(2, 'b@example.ch'),
      call(3, 'c@example.ch', true),
    ];
    const past = someBooking(NINE - 400 * 24 * HOUR, { email: 'd@example.ch' });
    await insert(seeded, [[sooner, 2], [rush], [held], [past]]);
    const asked = ['cancel-calls', '--since', SINCE.replace(' ', 'T')];
    const refusal = await ask(seeded, asked, 'non');
    expect(refusal).toMatchObject({ code: 1, stderr: expect.stringContaining('Rien n’a été annulé') });
    expect(refusal.stdout).toContain('b@example.ch');
    expect(refusal.stdout).toContain('Annuler 2 appels à venir');
    expect((await about(seeded, rush)).state).toBe('booked');

    expect((await ask(seeded, asked, 'oui')).code).toBe(0);
    // No mail about it had left to its visitor, of whom nothing else is known.
    expect(await about(seeded, rush)).toEqual({ state: 'cancelled', kinds: ['owner-call'], covers: false });
    expect(await about(seeded, held)).toEqual({ state: 'cancelled', kinds: [], covers: false });
    expect(await about(seeded, sooner)).toEqual({ state: 'booked', kinds: [], covers: true });
    expect((await about(seeded, past)).state).toBe('booked');
    expect(await json(seeded, ...asked, '--yes')).toEqual({
      code: 0,
      answer: { cancelled: [], alreadyCancelled: 0, told: 0 },
    });
  });

  test('erase --held cancels the calls that came with the leads, and leaves those that are theirs by name alone', async () => {
    const seeded = await fresh();
    const { held } = seeded;
    const brought = { ...call(2, held.email), leadId: held.id };
    const named = { ...call(4, held.email), leadId: held.id, byName: true };
    await insert(seeded, [[brought], [named]]);
    const { code, stdout } = await ask(seeded, ['erase', '--held', '--since', '2026-01-01'], 'oui');
    expect(code).toBe(0);
    const [question = '', report = ''] = stdout.split('pour toujours');
    for (const part of [question, report]) {
      expect(part).toContain(readableTime(brought.time.start));
      expect(part).not.toContain(readableTime(named.time.start));
    }
    // Nobody was told of it by a mail, so that nobody is told of its end but the owner.
    expect(await about(seeded, brought)).toEqual({
      state: 'cancelled',
      kinds: ['owner-call'],
      covers: false,
    });
    expect(await about(seeded, named)).toEqual({ state: 'booked', kinds: [], covers: true });
  });

  test('erase takes with one lead the calls that came with it, and leaves and names those that are its own by name alone', async () => {
    const seeded = await fresh();
    const { waiting, refused } = seeded;
    const brought = { ...call(2, waiting.email), leadId: waiting.id };
    const named = { ...call(4, waiting.email), leadId: waiting.id, byName: true };
    const others = { ...call(6, refused.email), leadId: refused.id, byName: true };
    await insert(seeded, [[brought], [named], [others]]);
    const { code, stdout } = await ask(seeded, ['erase', waiting.id], 'oui');
    expect(code).toBe(0);
    expect(stdout).toContain('1 contact et 1 rendez-vous');
    expect(stdout.split('pour toujours')[1]).toContain(readableTime(named.time.start));
    expect(await about(seeded, brought)).toEqual({ state: undefined, kinds: [], covers: false });
    expect(await about(seeded, named)).toEqual({ state: 'booked', kinds: [], covers: true });
    // Whoever is meant as a whole leaves nothing.
    expect((await ask(seeded, ['erase', refused.email], 'oui')).code).toBe(0);
    expect((await about(seeded, others)).state).toBe(undefined);
  });

  test('release-calls: shows what waits, books one by its address or all, and names those whose time is taken', async () => {
    const seeded = await fresh();
    const [first, second, late] = [
      call(1, 'a@example.ch', true),
      call(2, 'b@example.ch', true),
      call(2, 'c@example.ch', true),
    ];
    await insert(seeded, [
      [first, 0.3],
      [second, 0.2],
      [late, 0.1],
    ]);
    const { stdout } = await ask(seeded, ['release-calls']);
    expect(stdout).toContain('3 rendez-vous attendent votre accord');
    expect(await about(seeded, first)).toEqual({ state: 'held', kinds: [], covers: false });

    expect((await ask(seeded, ['release-calls', 'A@example.ch'])).code).toBe(0);
    expect(await about(seeded, first)).toEqual({ state: 'booked', kinds: TOLD, covers: true });
    expect((await about(seeded, second)).state).toBe('held');

    expect(await json(seeded, 'release-calls', '--held')).toMatchObject({
      code: 0,
      answer: { released: [{ id: second.id }], taken: [{ id: late.id }], held: [{ id: late.id }] },
    });
    expect(await about(seeded, second)).toEqual({ state: 'booked', kinds: TOLD, covers: true });
    expect(await about(seeded, late)).toEqual({ state: 'held', kinds: [], covers: false });
  });
});
