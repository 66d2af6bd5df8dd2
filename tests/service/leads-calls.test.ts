import { describe, expect, test } from 'vitest';
import type { NewBooking } from '#server/bookings/store/booking.ts';
import { bookingStore } from '#server/bookings/store/booking-store.ts';
import { leadWriter } from '#server/leads/lead-writer.ts';
import { eventQuery, leadEvents } from '#server/store/leads/events.ts';
import { readableTime } from '../../cli/leads/print/when.ts';
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
const NO_QUESTION = TOLD.filter((kind) => kind !== 'owner-call-over');

describe.each(ENGINES)('on %s', (_name, fresh) => {
  test('answered, not-reached, held, won, lost: what the links say, by reference or e-mail; an amount only where one lead is meant', async () => {
    const seeded = await fresh();
    const { waiting, delivered } = seeded;
    const twin = someLead({ email: waiting.email });
    await seeded.use((db) => leadWriter(db).insert(twin, now));
    const events = (id: string) =>
      seeded.use(async (db) => (await leadEvents(db, id)).map(({ kind, detail }) => [kind, detail]));
    const both = await json(seeded, 'answered', waiting.email.toUpperCase());
    expect(both.code).toBe(0);
    expect(both.answer.marked.toSorted()).toEqual([waiting.id, twin.id].toSorted());
    expect(await events(twin.id)).toEqual([['answered', {}]]);
    const several = await ask(seeded, ['won', waiting.email, '--amount', '1500']);
    expect(several).toMatchObject({ code: 1, stderr: expect.stringContaining(twin.id) });
    expect((await ask(seeded, ['won', twin.id, '--amount', 'beaucoup'])).code).toBe(2);
    expect((await ask(seeded, ['won', twin.id, '--amount', '1’500'])).code).toBe(0);
    expect(await events(twin.id)).toContainEqual(['won', { amount: 1500 }]);
    expect(await events(waiting.id)).toEqual([['answered', {}]]);
    expect((await ask(seeded, ['lost', delivered.id.slice(0, 8)])).stdout).toContain(
      '1 contact marqué Perdu',
    );
    expect(await json(seeded, 'lost', 'nobody@example.ch')).toEqual({
      code: 1,
      answer: { marked: [], calls: [] },
    });
    await seeded.use((db) => {
      const [id, leadId] = [crypto.randomUUID(), waiting.id];
      return db.atomically([eventQuery(db, { id, leadId, kind: 'received', by: 'visitor', at: now - 1 })]);
    });
    expect((await json(seeded, 'audit-sent', waiting.email)).answer.marked).toEqual([waiting.id]);
    expect(await ask(seeded, ['audit-sent', waiting.email])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Aucun audit n’est dû'),
    });
    expect(await events(waiting.id)).toEqual([
      ['received', {}],
      ['answered', {}],
      ['audit-sent', {}],
    ]);

    const none = await ask(seeded, ['held', delivered.id]);
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('Rien n’a été changé') });
    // Two calls without a lead: one over, one to come.
    const [past, later] = [
      someBooking(NINE - 400 * 24 * HOUR, { email: 'seul@example.ch' }),
      call(1, 'seul@example.ch'),
    ];
    await insert(seeded, [[past], [later]]);
    const outcome = ({ id }: NewBooking) =>
      seeded.use(async (db) => (await bookingStore(db).byId(id))?.outcome);
    expect((await ask(seeded, ['list'])).stdout).toContain('seul@example.ch');
    expect((await json(seeded, 'owed')).answer.owed).toContainEqual(
      expect.objectContaining({ lead: null, late: false, noNews: true, owed: 'L’appeler' }),
    );
    expect(await ask(seeded, ['won', 'seul@example.ch'])).toMatchObject({
      ...{ code: 1, stdout: '', stderr: expect.stringContaining('seuls held et not-reached le concernent') },
    });
    await insert(seeded, [[call(2, 'bientot@example.ch')]]);
    for (const said of ['held', 'not-reached'])
      expect(await ask(seeded, [said, 'bientot@example.ch'])).toMatchObject({
        ...{ code: 1, stdout: '', stderr: expect.stringContaining('n’a pas d’appel qui ait commencé') },
      });
    expect((await json(seeded, 'not-reached', 'seul@example.ch')).answer.calls).toEqual([past.id]);
    expect((await json(seeded, 'held', 'seul@example.ch')).answer.calls).toEqual([past.id]);
    expect([await outcome(past), await outcome(later)]).toEqual(['held', null]);
  });

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
    expect((await ask(seeded, ['owed'])).stdout).toContain(lead.name);
    const told = [
      await ask(seeded, ['show', lead.id, '--json']),
      await ask(seeded, ['show', alone.email, '--json']),
      await ask(seeded, ['owed', '--json']),
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
    expect(await about(seeded, rush)).toEqual({ state: 'cancelled', kinds: NO_QUESTION, covers: false });
    expect(await about(seeded, held)).toEqual({ state: 'cancelled', kinds: [], covers: false });
    expect(await about(seeded, sooner)).toEqual({ state: 'booked', kinds: [], covers: true });
    expect((await about(seeded, past)).state).toBe('booked');
    expect(await json(seeded, ...asked, '--yes')).toEqual({ code: 0, answer: { cancelled: [], told: 0 } });
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
