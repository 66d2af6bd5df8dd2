import fastify from 'fastify';
import ICAL from 'ical.js';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { availability } from '#content/availability.ts';
import { agency } from '#content/business.ts';
import { call } from '#content/call.ts';
import { bookings } from '#server/bookings/bookings.ts';
import { callMessages } from '#server/bookings/call-messages.ts';
import { freeTimes } from '#server/bookings/free-times.ts';
import { unbrokenPhone } from '#server/bookings/phone.ts';
import { Secret } from '#server/config/secrets.ts';
import { claimMessages } from '#server/messages/claim.ts';
import { contactOf } from '#server/messages/contact.ts';
import { leadEvents } from '#server/messages/events.ts';
import { signedLinks } from '#server/messages/links.ts';
import { composeMail } from '#server/messages/mail/compose.ts';
import { mailSender } from '#server/messages/mail/send-mails.ts';
import { writeCallMail } from '#server/messages/mail/write-call-mail.ts';
import { mark } from '#server/messages/marks.ts';
import { isLate, owedToAll } from '#server/messages/owed.ts';
import { weekFigures } from '#server/messages/week-figures.ts';
import { readTemplate } from '#server/pages/template.ts';
import { followUpRoute } from '#server/routes/follow-up.ts';
import { bookingStore } from '#server/store/bookings/booking-store.ts';
import { engines } from './engines.ts';

/** A Monday at the office, 9h00. */
const NOW = Date.parse('2026-11-23T08:00:00Z');
const HOUR = 3_600_000;
const TUESDAY = Date.parse('2026-11-24T09:30:00Z');
const THURSDAY = Date.parse('2026-11-26T09:30:00Z');
const SENDER = 'nous@atelier.example';

describe.each(Object.entries(engines))('what a call brings with it on %s', (_name, open) => {
  async function started() {
    const db = await open();
    onTestFinished(() => db.destroy());
    const store = bookingStore(db);
    let now = NOW;
    const times = freeTimes({ availability, store, busy: { between: async () => [] }, now: () => now });
    const calls = bookings({
      store,
      times,
      now: () => now,
      host: 'exemple.ch',
      wake: () => {},
      consequences: (booking, change, at) => callMessages(db, booking, change, SENDER, at),
    });
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
    const links = signedLinks(new Secret('key'));
    const deps = { db, links, publicUrl: 'https://exemple.ch', owners: [SENDER], sender: SENDER };
    const messages = (channel: 'mail' | 'provider' = 'mail') =>
      db
        .selectFrom('messages')
        .selectAll()
        .where('channel', '=', channel)
        .orderBy('due_at')
        .orderBy('kind')
        .execute();
    /** What would leave now of everything that is due by then. */
    const written = async (at: number) => {
      const due = (await messages()).filter(({ due_at }) => due_at <= at);
      return Promise.all(
        due.map(async (message) => ({ message, ...(await writeCallMail(deps, message, at)) })),
      );
    };
    const book = (start: number, leadId: string | null = lead.id, email = 'zoe@example.ch') =>
      calls.book(
        {
          id: crypto.randomUUID(),
          start,
          name: 'Zoé <script>',
          email,
          phone: '+41215550148',
          timeZone: 'America/New_York',
        },
        leadId,
      );
    const token = async () =>
      (await db.selectFrom('bookings').select('token').executeTakeFirstOrThrow()).token;
    const pass = (to: number) => {
      now = to;
    };
    /** Everything that waits, tried once now by a mail server that asks to come again. */
    const greylisted = async (at: number) => {
      pass(at);
      await db.updateTable('messages').set({ due_at: 0 }).where('state', '=', 'waiting').execute();
      const sender = mailSender({
        ...deps,
        clock: { now: () => at, wait: async () => {} },
        random: () => 0,
        log: pino({ enabled: false }),
        transport: {
          send: async () => ({ kind: 'transient', message: '450', unknown: false, everyMail: false }),
        },
      });
      const claim = { channel: 'mail' as const, owner: 'a', now: at, leaseMs: 60_000, limit: 10 };
      for (const message of await claimMessages(db, claim))
        await sender.deliver(message, 'a', new AbortController().signal);
      return (await messages()).map(({ kind, state }) => `${kind} ${state}`).toSorted();
    };
    const app = fastify();
    onTestFinished(() => app.close());
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
      done(null, new URLSearchParams(String(body))),
    );
    app.decorate('template', readTemplate(''));
    followUpRoute(app, { ...deps, now: () => now, wake: () => {} });
    /** Opens a link of a mail, or answers on its page. */
    const follow = (link: string, answer?: string) =>
      app.inject({
        method: answer === undefined ? 'GET' : 'POST',
        url: link.replace(deps.publicUrl, ''),
        ...(answer !== undefined && {
          payload: `answer=${answer}`,
          headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
        }),
      });
    return { db, calls, lead, book, messages, written, greylisted, token, pass, follow };
  }

  test('a booking is an event of its lead, a mail to each, and two reminders to each', async () => {
    const { db, book, lead, messages } = await started();
    expect(await book(THURSDAY)).toMatchObject({ kind: 'created' });
    // Its record becomes Warm; a move changes nothing about that.
    expect(await messages('provider')).toMatchObject([{ kind: 'provider-status', lead_id: lead.id }]);
    expect((await messages()).map(({ kind, due_at }) => [kind, due_at])).toEqual([
      ['owner-call', NOW],
      ['visitor-call', NOW],
      ['owner-call-reminder', THURSDAY - 24 * HOUR],
      ['visitor-call-reminder', THURSDAY - 24 * HOUR],
      ['owner-call-reminder', THURSDAY - HOUR],
      ['visitor-call-reminder', THURSDAY - HOUR],
      ['owner-call-over', THURSDAY + 15 * 60_000],
    ]);
    const { id: booking } = await db.selectFrom('bookings').select('id').executeTakeFirstOrThrow();
    const detail = { booking, start: THURSDAY, phone: '+41215550148' };
    expect(await leadEvents(db, lead.id)).toEqual([{ at: NOW, kind: 'call-booked', by: 'visitor', detail }]);
  });

  test('after a call its owner is asked once; what is said by a link counts, here, in owed and in the week', async () => {
    const { db, book, written, follow, pass, lead, messages } = await started();
    await book(TUESDAY);
    // Of the same person, without a lead: nothing else tells the two apart.
    await book(THURSDAY, null);
    const asked = async (at: number) => {
      pass(at);
      return (await written(at)).flatMap((one) =>
        'mail' in one && one.message.kind === 'owner-call-over' ? [one.mail] : [],
      );
    };
    const linksIn = (mail?: { readonly text: string }) => mail?.text.match(/https:\S+\/suivi\/\S+/g) ?? [];
    const outcomes = async () =>
      (await db.selectFrom('bookings').select('outcome').orderBy('start_at').execute()).map(
        ({ outcome }) => outcome,
      );
    const week = { from: NOW, to: NOW + 96 * HOUR };
    const figures = async () => (await weekFigures(db, week, THURSDAY + HOUR, '')).calls;
    const owed = async () =>
      (await owedToAll(db))
        .filter(({ promised }) => promised.within === 'call')
        .map((one) => [one.until, one.lead?.id, isLate(one, THURSDAY + HOUR)]);

    expect(await asked(TUESDAY + 14 * 60_000)).toEqual([]);
    const [first] = await asked(TUESDAY + 15 * 60_000);
    expect(first?.subject).toBe(
      'L’appel avec Zoé <script>, mardi 24\u00a0novembre à\u00a010h30\u202f: tenu\u202f?',
    );
    expect(first?.text).toContain('+41\u00a021\u00a0555\u00a001\u00a048');
    expect(linksIn(first).map((link) => link.split('?')[1])).toEqual(['answer=tenu', 'answer=pas-joint']);
    const [, second] = await asked(THURSDAY + HOUR);
    expect(await figures()).toMatchObject({ held: 0, missed: 0, unsaid: 2 });
    expect(await owed()).toEqual([
      [TUESDAY, lead.id, false],
      [THURSDAY, undefined, false],
    ]);

    const [held = '', missed = ''] = linksIn(first);
    expect((await follow(held)).body).toContain('value="tenu"');
    expect((await follow(held, 'repondu')).statusCode).toBe(422);
    expect(await outcomes()).toEqual([null, null]);
    expect((await follow(held, 'tenu')).statusCode).toBe(303);
    expect(await outcomes()).toEqual(['held', null]);
    // Said again on the lead's own page, that nobody answers now: the call has taken place all the same.
    const contact = await contactOf(db, lead.id);
    if (contact === undefined) throw new Error('No contact');
    await mark({ db, sender: SENDER }, contact, 'pas-joint', THURSDAY);
    expect(await outcomes()).toEqual(['held', null]);
    expect((await follow(linksIn(second)[1] ?? '', 'pas-joint')).statusCode).toBe(303);
    expect(await figures()).toMatchObject({ held: 1, missed: 1, unsaid: 0 });
    expect(await owed()).toEqual([]);
    expect((await messages()).filter(({ kind }) => kind === 'owner-call-over')).toHaveLength(2);
    expect(await asked(THURSDAY + HOUR)).toEqual([]);

    // A word that was wrong is corrected on the same page.
    await follow(missed, 'pas-joint');
    expect(await outcomes()).toEqual(['not-reached', 'not-reached']);
    pass(THURSDAY + 15 * 24 * HOUR);
    expect((await follow(missed)).statusCode).toBe(404);
  });

  test('a call of today has no reminder for yesterday; one without a lead has its mails all the same', async () => {
    const { book, messages } = await started();
    expect(await book(Date.parse('2026-11-23T14:00:00Z'), null)).toMatchObject({ kind: 'created' });
    expect(await messages()).toHaveLength(5);
    expect(await book(THURSDAY, crypto.randomUUID())).toMatchObject({
      kind: 'created',
      booking: { leadId: null },
    });
  });

  test('who did not get the time is told nothing, and nobody is told of it', async () => {
    const { book, messages, db, lead } = await started();
    await book(TUESDAY);
    const before = await messages();
    expect(await book(TUESDAY)).toMatchObject({ kind: 'taken' });
    expect(await messages()).toEqual(before);
    expect(await leadEvents(db, lead.id)).toHaveLength(1);
  });

  test('reminders follow a move, and what was owed of the old time is dropped', async () => {
    const { calls, book, written, token } = await started();
    await book(TUESDAY);
    await calls.move(await token(), THURSDAY);
    const all = await written(THURSDAY - HOUR);
    const sent = all.flatMap((one) => ('mail' in one ? [one.mail.subject] : []));
    expect(sent.filter((subject) => subject.includes('24\u00a0novembre'))).toEqual([]);
    expect(all.filter((one) => 'dropped' in one && one.dropped.includes('déplacé'))).toHaveLength(7);
    expect(sent).toContain('Rappel\u202f: votre appel du jeudi 26\u00a0novembre à\u00a010h30');
    expect(sent).toContain('Votre appel est déplacé au jeudi 26\u00a0novembre à\u00a010h30');
  });

  test('a corrected number goes to both, in the reminders too, and the status stays', async () => {
    const { calls, book, written, token, messages, db, lead, pass } = await started();
    await book(THURSDAY);
    pass(NOW + HOUR);
    await calls.correct(await token(), '+41795550199');
    const sent = (await written(THURSDAY - HOUR)).flatMap((one) => ('mail' in one ? [one.mail] : []));
    expect(sent.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([
        'Votre appel du jeudi 26\u00a0novembre à\u00a010h30\u202f: numéro corrigé',
        'Numéro corrigé\u202f: Zoé <script>, jeudi 26\u00a0novembre à\u00a010h30',
      ]),
    );
    // Two mails about the correction, two reminders; what was made before it was dropped.
    expect(sent).toHaveLength(4);
    for (const { text } of sent) expect(text.replaceAll('\u00a0', ' ')).toContain('+41 79 555 01 99');
    expect(await messages('provider')).toHaveLength(1);
    expect((await leadEvents(db, lead.id)).at(-1)).toMatchObject({
      kind: 'call-corrected',
      detail: { phone: '+41795550199', start: THURSDAY },
    });
  });

  test('a mail about a move says from when', async () => {
    const { calls, book, written, token } = await started();
    await book(TUESDAY);
    await calls.move(await token(), THURSDAY);
    const mails = (await written(NOW)).flatMap((one) => ('mail' in one ? [one.mail] : []));
    expect(mails).toHaveLength(2);
    for (const { text } of mails) expect(text).toContain('Avant\u202f: mardi 24\u00a0novembre à\u00a010h30');
  });

  test('a mail about a call says who calls, about what and from which number; changing it is a quiet link', async () => {
    const { book, written } = await started();
    await book(THURSDAY);
    const [mail] = (await written(NOW)).flatMap((one) =>
      'mail' in one && one.message.recipient === 'visitor' ? [one.mail] : [],
    );
    for (const words of [
      call.state,
      call.calls(unbrokenPhone('+41 21 555 01 48')),
      unbrokenPhone(agency.phone),
      call.about,
    ])
      expect(mail?.text).toContain(words);
    const [link] = /<a [^>]*>[^<]*Déplacer[^<]*<\/a>/.exec(mail?.html ?? '') ?? [];
    expect(link).not.toMatch(/background|border|padding/);
  });

  test('reminders die with a cancellation, or once the call has begun', async () => {
    const { calls, book, written, token } = await started();
    await book(THURSDAY);
    const late = (await written(THURSDAY)).filter((one) => 'mail' in one);
    expect(late.map(({ message }) => message.kind)).toEqual(['owner-call']);
    await calls.cancel(await token());
    const sent = (await written(THURSDAY - HOUR)).flatMap((one) => ('mail' in one ? [one.mail] : []));
    expect(sent.map(({ subject }) => subject).toSorted()).toEqual([
      'Appel annulé\u202f: Zoé <script>, jeudi 26\u00a0novembre à\u00a010h30',
      'Votre appel du jeudi 26\u00a0novembre à\u00a010h30 est annulé',
    ]);
    expect(sent.map(({ invitation }) => invitation?.method)).toEqual(['CANCEL', 'CANCEL']);
  });

  test('a mail that is asked to come again does, until the call has begun', async () => {
    const { db, book, greylisted } = await started();
    await book(THURSDAY);
    // Booked long before, as most are.
    await db.updateTable('messages').set({ created_at: 0 }).execute();
    const waiting = ['owner-call', 'owner-call-over', 'owner-call-reminder', 'owner-call-reminder'];
    expect(await greylisted(THURSDAY - 24 * HOUR)).toEqual(
      [...waiting, 'visitor-call', 'visitor-call-reminder', 'visitor-call-reminder'].map(
        (kind) => `${kind} waiting`,
      ),
    );
    expect(await greylisted(THURSDAY + HOUR)).toEqual([
      // The owner's invitation is of use after the call as well.
      'owner-call waiting',
      'owner-call-over waiting',
      'owner-call-reminder dropped',
      'owner-call-reminder dropped',
      'visitor-call dropped',
      'visitor-call-reminder dropped',
      'visitor-call-reminder dropped',
    ]);
  });

  test('whoever asks for erasure gets one last mail for each call to come, and no reminder', async () => {
    const { db, calls, lead, book, written, pass } = await started();
    const [gone, friday] = [NOW + 5.5 * HOUR, THURSDAY + 24 * HOUR];
    for (const start of [gone, TUESDAY]) await book(start);
    pass(gone);
    // Booked by the lead's reference with another address, without a lead with its own, and by somebody else.
    await book(THURSDAY, lead.id, 'autre@example.ch');
    await book(THURSDAY + HOUR, null, 'ZOE@example.ch');
    await book(friday, null, 'paul@example.ch');
    for (const _again of [1, 2]) await calls.cancelAll({ leadId: lead.id, email: lead.email });
    const states = await db
      .selectFrom('bookings')
      .select(['start_at', 'state'])
      .orderBy('start_at')
      .execute();
    expect(states.map(({ start_at, state }) => [start_at, state])).toEqual([
      [gone, 'booked'],
      [TUESDAY, 'cancelled'],
      [THURSDAY, 'cancelled'],
      [THURSDAY + HOUR, 'cancelled'],
      [friday, 'booked'],
    ]);
    const sent = (await written(friday - HOUR)).flatMap((one) =>
      'mail' in one && one.message.recipient === 'visitor' ? [one.mail] : [],
    );
    const to = (address: string) =>
      sent.filter((mail) => mail.to[0]?.toLowerCase() === address).map(({ subject }) => subject);
    expect(to('autre@example.ch')).toEqual(['Votre appel du jeudi 26\u00a0novembre à\u00a010h30 est annulé']);
    expect(
      to('zoe@example.ch')
        .filter((subject) => !subject.includes('23\u00a0novembre'))
        .toSorted(),
    ).toEqual([
      'Votre appel du jeudi 26\u00a0novembre à\u00a011h30 est annulé',
      'Votre appel du mardi 24\u00a0novembre à\u00a010h30 est annulé',
    ]);
    expect(to('paul@example.ch')).toHaveLength(2);
  });

  test('a server that was away sends the later reminder, not both', async () => {
    const { book, written } = await started();
    await book(THURSDAY);
    const late = (await written(THURSDAY - HOUR / 2)).filter(({ message }) =>
      message.kind.endsWith('reminder'),
    );
    expect(late.filter((one) => 'mail' in one)).toHaveLength(2);
    expect(late.filter((one) => 'dropped' in one)).toHaveLength(2);
  });

  test('the invitations: one uid, from whoever sends, to the visitor without a word of the visitor’s', async () => {
    const { book, written } = await started();
    await book(THURSDAY);
    const mails = (await written(NOW)).flatMap((one) =>
      'mail' in one ? [{ ...one.message, ...one.mail }] : [],
    );
    const read = (kind: string) => {
      const mail = mails.find((one) => one.kind === kind);
      const file = new ICAL.Component(ICAL.parse(mail?.invitation?.content ?? ''));
      return { mail, event: new ICAL.Event(file.getFirstSubcomponent('vevent') ?? undefined) };
    };
    const [visitors, owners] = [read('visitor-call'), read('owner-call')];
    expect(visitors.event.organizer).toBe(`mailto:${SENDER}`);
    expect(visitors.event.uid).toBe(owners.event.uid);
    expect(visitors.event.attendees.map((one) => one.getFirstValue())).toEqual(['mailto:zoe@example.ch']);
    expect(`${visitors.mail?.text}${visitors.mail?.html}${visitors.mail?.invitation?.content}`).not.toMatch(
      /Zoé/,
    );
    expect(visitors.mail?.text).toContain('jeudi 26\u00a0novembre à\u00a010h30 (heure de Suisse)');
    expect(visitors.mail?.text).toContain('jeudi 26\u00a0novembre à\u00a04h30 (New York)');
    expect(visitors.mail?.text).toContain('vous appelle au +41\u00a021\u00a0555\u00a001\u00a048');
    // An organizer's own calendar leaves the organizer's invitation out.
    expect(owners.event.organizer).toBe('mailto:nous+rendez-vous@atelier.example');
    expect(owners.mail?.to).toEqual([SENDER]);
    expect(owners.mail?.replyTo).toBe('zoe@example.ch');
    expect(visitors.mail?.replyTo).toBe(SENDER);

    if (visitors.mail === undefined) throw new Error('No mail');
    const bytes = (await composeMail(visitors.mail, { name: 'Atelier', address: SENDER })).toString();
    expect(bytes).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=REQUEST/i);
  });
});
