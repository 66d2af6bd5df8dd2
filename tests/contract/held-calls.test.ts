import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { mayHaveReport } from '#server/audits/queue/audit-mails.ts';
import { broughtLead } from '#server/bookings/store/booking.ts';
import { bookingStore } from '#server/bookings/store/booking-store.ts';
import { Secret } from '#server/config/secrets.ts';
import { clientPermits, startRateLimits } from '#server/http/limits/shared-rate-limit.ts';
import { enqueueHeldDigest } from '#server/leads/held-digest.ts';
import { leadWriter } from '#server/leads/lead-writer.ts';
import { floodTeller } from '#server/messages/flood.ts';
import { signedLinks } from '#server/messages/links.ts';
import { bookingRules } from '#server/start/start-bookings.ts';
import { someBooking } from '../fakes/bookings.ts';
import { manualClock } from '../fakes/clock.ts';
import { someLead } from '../fakes/leads.ts';
import { serviceMailsBench } from '../fakes/service-mails-bench.ts';
import { reusedDatabase } from '../postgres/reused.ts';
import { isOfThisRun } from '../support/engines-of-this-run.ts';
import { HOUR, NOW, SENDER, startedOn, TUESDAY } from './call-bench.ts';
import { engines } from './engines.ts';

const sender = 'nous@atelier.example';

describe.each(Object.entries(engines))('calls that wait for the owner, on %s', (_name, open) => {
  test('are listed each working morning while one is to come, and released or over they are not', async () => {
    const { db, clock, links, messages, write } = await serviceMailsBench(open);
    const owe = () => enqueueHeldDigest({ db, links, sender }, clock.now());
    await owe();
    expect(await messages()).toEqual([]);
    const store = bookingStore(db);
    const start = Math.ceil(clock.now() / HOUR) * HOUR + HOUR;
    const held = someBooking(start, { held: true, email: 'claire@exemple.ch' });
    await store.insert(held, clock.now());
    await store.insert(someBooking(start, { email: 'paul@exemple.ch' }), clock.now());
    for (const _again of [1, 2]) await owe();
    expect((await messages()).map(({ kind }) => kind)).toEqual(['owner-held']);
    const mail = await write('owner-held');
    expect(mail).toContain('claire@exemple.ch');
    expect(mail).toContain('release-calls --held');
    expect(mail).not.toContain('paul@exemple.ch');
    expect(mail).not.toContain('Airtable');
    clock.advance(2 * HOUR);
    expect(await write('owner-held')).toBe('Plus rien n’est retenu.');
  });

  test('are told of once for a rush, however many servers notice it, and again for the next one', async () => {
    const { db, clock, links, messages, write } = await serviceMailsBench(open);
    const lines: string[] = [];
    const log = { warn: (line: string) => void lines.push(line) };
    const deps = { db, links, sender, now: clock.now, log: log as never, wake: () => {} };
    const servers = [floodTeller(deps, 'call-rush', 'afflux'), floodTeller(deps, 'call-rush', 'afflux')];
    for (const tell of [...servers, ...servers]) await tell();
    expect((await messages()).map(({ kind }) => kind)).toEqual(['owner-rush']);
    expect(lines).toEqual(['afflux', 'afflux']);
    expect(await write('owner-rush')).toContain('cancel-calls --since');
    clock.advance(2 * HOUR);
    await servers[0]?.();
    expect(await messages()).toHaveLength(2);
  });

  /** The rules of booking on so many servers, which share a database, and a time that is free for each booking. */
  async function rush(servers = 1) {
    const bench = await startedOn(open);
    const { db, lead } = bench;
    await db.insertInto('outbox').values({ lead_id: lead.id, due_at: NOW }).execute();
    const links = signedLinks(new Secret('key'));
    const ofServer = () =>
      bookingRules(
        {
          ...{ db, links, publicUrl: 'https://exemple.ch', sender: SENDER, perMinute: 2 },
          ...{ now: () => NOW, wake: () => {} },
        },
        { between: async () => [] },
      );
    const all = Array.from({ length: servers }, ofServer);
    const [first] = all;
    if (first === undefined) throw new Error('No server');
    const free = (await first.times.list(NOW, NOW + 40 * 24 * HOUR)).filter((_, index) => index % 4 === 0);
    let booked = 0;
    const book = async (email: string, leadId: string | null = null, server = first) => {
      const start = free[booked++] ?? 0;
      const request = {
        id: crypto.randomUUID(),
        start,
        name: 'Zoé',
        email,
        phone: '+41215550148',
        timeZone: null,
      };
      const outcome = await server.bookings.book(request, { leadId, client: null });
      if (!('booking' in outcome)) throw new Error(outcome.kind);
      return outcome.booking;
    };
    return { ...bench, all, first, book };
  }

  test('strangers who invent addresses keep nobody waiting whose lead is here or who was spoken to before', async () => {
    const { db, lead, book, first, messages } = await rush();
    const before = await book('anne@example.ch');
    await db
      .updateTable('bookings')
      .set({ outcome: 'held', created_at: 0 })
      .where('id', '=', before.id)
      .execute();
    const invented: Awaited<ReturnType<typeof book>>[] = [];
    for (let index = 0; index < 10; index += 1) invented.push(await book(`v${index}@example.ch`, lead.id));
    // One client's limit; the lead's reference under another address is nobody's.
    expect(invented.map(({ state }) => state)).toEqual([
      ...Array(2).fill('booked'),
      ...Array(8).fill('held'),
    ]);
    const told = new Set(
      (await messages()).filter(({ kind }) => kind === 'visitor-call').map((one) => one.booking_id),
    );
    expect(told.size).toBe(3);
    expect((await book(lead.email, lead.id)).state).toBe('booked');
    await db.updateTable('outbox').set({ held_because: 'douteux' }).execute();
    expect((await book(lead.email, lead.id)).state).toBe('held');
    expect((await book('Anne@example.ch')).state).toBe('booked');

    // Cancelled as abuse they count no more, and strangers who had no mail yet get none.
    await db
      .updateTable('messages')
      .set({ state: 'sent' })
      .where('booking_id', '=', invented[0]?.id ?? '')
      .execute();
    for (const { token } of invented) expect((await first.bookings.cancelAsAbuse(token)).kind).toBe('done');
    const after = (await messages()).filter(
      ({ kind, state }) => kind === 'visitor-call' && state === 'waiting',
    );
    const ofInvented = after.filter((one) => invented.some(({ id }) => id === one.booking_id));
    expect(ofInvented.map((one) => one.booking_id)).toEqual([invented[0]?.id]);
    expect((await book('paul@example.ch')).state).toBe('booked');
  });

  test('calls that strangers book and cancel keep nobody waiting whose lead is here, and the owner has strangers booked again', async () => {
    const { db, lead, book, first } = await rush();
    // More than may be booked at once, each with a lead that was let in.
    for (let index = 0; index < 6; index += 1) {
      const email = `w${index}@example.ch`;
      const other = { ...lead, id: crypto.randomUUID(), email };
      await db
        .insertInto('leads')
        .values({ ...other, status: 'Cold', created_at: NOW })
        .execute();
      await db.insertInto('outbox').values({ lead_id: other.id, due_at: NOW }).execute();
      const { state, token } = await book(email, other.id);
      expect([state, (await first.bookings.cancel(token)).kind]).toEqual(['booked', 'done']);
    }
    for (const email of ['a@example.ch', 'b@example.ch'])
      await first.bookings.cancel((await book(email)).token);
    expect((await book('stranger@example.ch')).state).toBe('held');
    const own = await book(lead.email, lead.id);
    expect(own.state).toBe('booked');
    expect(await bookingStore(db).cancelledBookedSince(0)).toBe(8);
    const { cancelled, already } = await first.bookings.cancelRush(0, Number.MAX_SAFE_INTEGER);
    expect([cancelled.map(({ email }) => email).toSorted(), already]).toEqual([
      ['stranger@example.ch', lead.email],
      8,
    ]);
    expect((await book('honest@example.ch')).state).toBe('booked');
    expect(await first.bookings.cancelRush(0, 0)).toEqual({ cancelled: [], already: 0 });
  });

  test('those who come with leads that are held are strangers, and count as such', async () => {
    const { db, lead, book } = await rush();
    const states: string[] = [];
    for (const email of ['a@example.ch', 'b@example.ch', 'c@example.ch']) {
      const held = { ...lead, id: crypto.randomUUID(), email };
      await db
        .insertInto('leads')
        .values({ ...held, status: 'Cold', created_at: NOW })
        .execute();
      await db
        .insertInto('outbox')
        .values({ lead_id: held.id, due_at: NOW, held_because: 'douteux' })
        .execute();
      states.push((await book(email, held.id)).state);
    }
    expect(states).toEqual(['booked', 'booked', 'held']);
  });

  test('a reference tells of no call that was booked by name alone, nor is it handed out for one', async () => {
    const { lead, book, first } = await rush();
    const named = await book(lead.email);
    expect(named).toMatchObject({ leadId: lead.id, byName: true });
    expect(broughtLead(named)).toBe(null);
    expect(await first.bookings.nextOf(lead.id)).toBe(undefined);
    const brought = await book(lead.email, lead.id);
    expect(broughtLead(brought)).toBe(lead.id);
    expect(await first.bookings.nextOf(lead.id)).toEqual(brought);
  });

  test('a held lead is erased by its mail: a call with its reference is cancelled, with a mail to whoever knew of it', async () => {
    const { db, lead, calls, book, messages, follow } = await startedOn(open);
    await db.insertInto('outbox').values({ lead_id: lead.id, due_at: NOW, held_because: 'x' }).execute();
    const made = await book(TUESDAY);
    if (!('booking' in made)) throw new Error(made.kind);
    await db.updateTable('messages').set({ state: 'sent' }).where('kind', '=', 'visitor-call').execute();
    const link = `/suivi/${signedLinks(new Secret('key')).sign('held', lead.id, NOW + HOUR)}`;
    expect((await follow(link)).body).toContain('Appel à venir, réservé avec cette demande');
    expect((await follow(link, 'effacer')).statusCode).toBe(303);
    expect(await calls.byId(made.booking.id)).toMatchObject({ state: 'cancelled', leadId: null });
    const due = (await messages()).filter(({ state }) => state === 'waiting');
    expect(due.map(({ kind, detail }) => [kind, JSON.parse(String(detail)).change])).toEqual([
      ['owner-call', 'cancelled'],
      ['visitor-call', 'cancelled'],
    ]);
  });

  test('a mailbox with two calls is asked about more, once, and books one more by the link; a stranger notices nothing', async () => {
    const { db, lead, book, messages, written, follow } = await rush();
    // Its limit is not that of strangers.
    const calls = [await book('marie@example.ch'), await book('marie@example.ch')];
    const third = await book('Marie+x@example.ch');
    const fourth = await book('marie@example.ch');
    expect([...calls, third, fourth].map(({ state }) => state)).toEqual(['booked', 'booked', 'held', 'held']);
    const asked = (await messages()).filter(({ kind }) => kind === 'visitor-call-asked');
    expect(asked).toHaveLength(1);
    const mail = (await written(NOW)).flatMap((one) =>
      'mail' in one && one.message.kind === 'visitor-call-asked' ? [one.mail] : [],
    )[0];
    expect(mail?.to).toEqual(['Marie+x@example.ch']);
    const link = /https:\S+\/suivi\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    const page = await follow(link);
    expect(page.body).toContain(third.id);
    expect(page.body).not.toContain(third.token);
    // Whoever presses the button reads the mailbox: reports may be sent there. Whose lead the call came with says nothing.
    const leads = [someLead({ email: 'marie+x@example.ch' }), someLead({ email: 'marie@example.ch' })];
    for (const one of [
      ...leads,
      ...leads.slice(0, 1).map((again) => ({ ...again, id: crypto.randomUUID() })),
    ])
      await leadWriter(db).insert(one, NOW);
    await db.updateTable('bookings').set({ lead_id: lead.id }).where('id', '=', third.id).execute();
    const reported = () =>
      Promise.all([...leads, lead].map((one) => mayHaveReport(db, one, 'gagnez.example')));
    expect(await reported()).toEqual([false, false, false]);
    expect((await follow(link, third.id)).headers.location).toBe(`/rendez-vous/${third.token}`);
    expect(await reported()).toEqual([true, false, false]);
    // No more than one, whoever has the mailbox: nobody books the calendar full.
    expect((await follow(link, fourth.id)).statusCode).toBe(409);
    expect((await follow(link, crypto.randomUUID())).statusCode).toBe(200);
  });

  test('limits hold over all servers on a database, also for bookings at the same moment', async () => {
    const { db, all, book } = await rush(2);
    const states = async (emailOf: (index: number) => string) => {
      const made = await Promise.all(
        Array.from({ length: 8 }, (_, index) => book(emailOf(index), null, all[index % 2])),
      );
      return made.filter(({ state }) => state === 'booked').length;
    };
    expect(await states(() => 'marie@example.ch')).toBe(2);
    await db.updateTable('bookings').set({ created_at: 0 }).execute();
    expect(await states((index) => `v${index}@example.ch`)).toBe(2);
  });
});

if (isOfThisRun('PostgreSQL'))
  test('a limit over a day is one over all servers, and outlives the minute of another', async () => {
    const open = await reusedDatabase();
    const clock = manualClock();
    const [db, other] = [open(), open()];
    onTestFinished(() => Promise.all([db.destroy(), other.destroy()]).then(() => {}));
    const servers = await Promise.all([db, other].map((one) => startRateLimits(one, clock)));
    onTestFinished(() => Promise.all(servers.map(({ stop }) => stop())).then(() => {}));
    const ofDay = servers.map((limits) => limits.of('calls of a day', 3, 24 * HOUR));
    const ofMinute = servers.map((limits) => limits.of('calls', 3));
    const taken = async (limits: typeof ofDay) => {
      const permits = [];
      for (let index = 0; index < 8; index += 1)
        permits.push(await limits[index % 2]?.take('192.0.2.1', `${index}`));
      return permits.filter((permit) => permit?.ok).length;
    };
    expect([await taken(ofDay), await taken(ofMinute)]).toEqual([3, 3]);
    // Half a day later.
    await db
      .updateTable('client_places')
      .set({ last_at: sql`last_at - ${12 * HOUR}` })
      .execute();
    await clientPermits(db, 60_000).forget();
    const left = await db.selectFrom('client_places').select('window_ms').execute();
    expect(new Set(left.map(({ window_ms }) => window_ms))).toEqual(new Set([24 * HOUR]));
  });
