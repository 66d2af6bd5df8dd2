import { describe, expect, test } from 'vitest';
import { agency } from '#content/business.ts';
import { call } from '#content/call.ts';
import { unbrokenPhone } from '#domain/text.ts';
import { mayHaveReport } from '#server/audits/queue/audit-mails.ts';
import { fanOut } from '#server/leads/fan-out.ts';
import { contactOf } from '#server/leads/follow-up/contact.ts';
import { isLate } from '#server/leads/follow-up/due-promises.ts';
import { mark, requestErasure } from '#server/leads/follow-up/marks.ts';
import { owedToAll } from '#server/leads/follow-up/owed.ts';
import { leadWriter } from '#server/leads/lead-writer.ts';
import { weekFigures } from '#server/leads/week-figures.ts';
import { leadEvents } from '#server/store/leads/events.ts';
import { someLead } from '../fakes/leads.ts';
import { HOUR, NOW, SENDER, startedOn, THURSDAY, TUESDAY } from './call-bench.ts';
import { engines } from './engines.ts';

describe.each(Object.entries(engines))('what a call brings with it on %s', (_name, open) => {
  const started = () => startedOn(open);

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

  test('a mailbox that has asked for erasure is told of nothing more but that its call is cancelled', async () => {
    const { db, links, calls, book, token, written } = await started();
    const leads = leadWriter(db);
    const told = () =>
      fanOut({
        ...{ db, links, sender: SENDER, webhook: false, wake: () => {} },
        clock: { now: () => NOW, wait: async () => {} },
      });
    const lead = someLead({ email: 'Zoe@example.ch' });
    await leads.insert(lead, NOW);
    await told();
    await db.updateTable('messages').set({ state: 'sent' }).execute();
    await requestErasure({ db, sender: SENDER }, { lead: { ...lead, createdAt: NOW } }, NOW);
    const other = someLead({ email: 'zoe@example.ch' });
    await leads.insert(other, NOW);
    await told();
    await book(THURSDAY, other.id);
    const toVisitor = async () =>
      (await written(THURSDAY - HOUR)).flatMap((one) =>
        one.message.recipient === 'visitor' ? ['mail' in one ? one.mail.subject : one.dropped] : [],
      );
    const asked = 'L’effacement a été demandé pour cette boîte.';
    const superseded = 'Le rappel suivant part à sa place.';
    expect((await toVisitor()).toSorted()).toEqual([superseded, asked, asked, asked].toSorted());
    await calls.cancel(await token());
    // Each as its worker has it in hand.
    await db.updateTable('messages').set({ unknown_outcome: 1 }).where('state', '=', 'waiting').execute();
    expect(await toVisitor()).toEqual([asked, asked]);
    await db
      .updateTable('messages')
      .set({ state: 'sent' })
      .where('kind', '=', 'visitor-call-reminder')
      .execute();
    expect((await toVisitor()).filter((said) => said !== asked)).toEqual([expect.stringContaining('annulé')]);
    expect(await mayHaveReport(db, other, 'ailleurs.example')).toBe(false);
  });

  test('reminders follow a move, and what was owed of the old time is dropped', async () => {
    const { calls, book, written, token, db } = await started();
    await book(TUESDAY);
    // One that a server was about to send: that server reads the call again.
    await db
      .updateTable('messages')
      .set({ lease_owner: 'other', unknown_outcome: 1 })
      .where('kind', '=', 'visitor-call')
      .execute();
    await calls.move(await token(), THURSDAY);
    const dropped = db.selectFrom('messages').select('kind').where('last_error', 'like', '%déplacé%');
    expect(await dropped.where('state', '=', 'dropped').execute()).toHaveLength(6);
    const all = await written(THURSDAY - HOUR);
    const sent = all.flatMap((one) => ('mail' in one ? [one.mail.subject] : []));
    expect(sent.filter((subject) => subject.includes('24\u00a0novembre'))).toEqual([]);
    expect(all.filter((one) => 'dropped' in one && one.dropped.includes('déplacé'))).toHaveLength(1);
    expect(sent).toContain('Rappel\u202f: votre appel du jeudi 26\u00a0novembre à\u00a010h30');
    expect(sent).toContain('Votre appel est déplacé au jeudi 26\u00a0novembre à\u00a010h30');
  });

  test('a corrected number goes to both, in the reminders too, and the status stays', async () => {
    const { calls, book, written, token, messages, db, lead, pass } = await started();
    await book(THURSDAY);
    await db.updateTable('messages').set({ state: 'sent' }).where('kind', '=', 'visitor-call').execute();
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

  test('a call is changed eight times at most: each change sends a mail to what may be a stranger’s address', async () => {
    const { calls, book, token } = await started();
    await book(THURSDAY);
    const numbers = Array.from({ length: 9 }, (_, index) => `+4179555010${index}`);
    const kinds: string[] = [];
    for (const number of numbers) kinds.push((await calls.correct(await token(), number)).kind);
    expect(kinds).toEqual([...Array(8).fill('done'), 'over']);
    expect((await calls.move(await token(), TUESDAY)).kind).toBe('over');
    expect((await calls.cancel(await token())).kind).toBe('done');
  });

  /** What a visitor's mails of these kinds would say now, and why those that would not leave do not. */
  type Started = Awaited<ReturnType<typeof started>>;
  const toVisitor = async ({ written }: Started, at: number) =>
    (await written(at)).flatMap((one) =>
      one.message.kind === 'visitor-call' ? ['mail' in one ? one.mail : one.dropped] : [],
    );
  const subjects = async (of: Started, at: number) =>
    (await toVisitor(of, at)).map((said) => (typeof said === 'string' ? said : said.subject));
  /** Every mail to the visitor about a call that is due has left. */
  const leave = ({ db }: Started, at: number) =>
    db
      .updateTable('messages')
      .set({ state: 'sent' })
      .where('kind', '=', 'visitor-call')
      .where('state', '=', 'waiting')
      .where('due_at', '<=', at)
      .execute();
  const FRIDAY = THURSDAY + 24 * HOUR;

  test('a mail about a move says from when, the visitor’s from the time that it knows', async () => {
    const all = await started();
    const { calls, book, written, token, pass } = all;
    await book(TUESDAY);
    await leave(all, NOW);
    await calls.move(await token(), FRIDAY);
    pass(NOW + 30_000);
    await calls.move(await token(), THURSDAY);
    const before = new Map(
      (await written(NOW + 90_000)).flatMap((one) =>
        'mail' in one ? [[one.message.kind, /Avant\u202f: (\S+)/.exec(one.mail.text)?.[1]] as const] : [],
      ),
    );
    expect(Object.fromEntries(before)).toEqual({ 'owner-call': 'vendredi', 'visitor-call': 'mardi' });
  });

  test('a change is told to its visitor a minute later, and the next one in its place: one mail says how the call is now', async () => {
    const all = await started();
    const { calls, book, token, pass } = all;
    await book(TUESDAY);
    await leave(all, NOW);
    await calls.move(await token(), THURSDAY);
    expect(await subjects(all, NOW + 59_999)).toEqual([]);
    pass(NOW + 50_000);
    await calls.correct(await token(), '+41795550199');
    expect(await subjects(all, NOW + 109_999)).toEqual([]);
    // The correction came last, and says nothing of the move by itself.
    expect(await subjects(all, NOW + 110_000)).toEqual([
      'Votre appel est déplacé au jeudi 26\u00a0novembre à\u00a010h30',
    ]);
    const [mail] = await toVisitor(all, NOW + 110_000);
    expect(mail).toMatchObject({
      text: expect.stringContaining('Avant\u202f: mardi 24\u00a0novembre à\u00a010h30'),
    });
    expect(mail).toMatchObject({ text: expect.stringContaining('+41\u00a079\u00a0555\u00a001\u00a099') });
  });

  test('moved to and fro, nothing is told; and who was told of nothing yet is told that it is booked', async () => {
    const all = await started();
    const { calls, book, token } = all;
    await book(TUESDAY);
    await calls.move(await token(), THURSDAY);
    expect(await subjects(all, NOW + HOUR)).toEqual(['Votre appel du jeudi 26\u00a0novembre à\u00a010h30']);
    await leave(all, NOW + HOUR);
    await calls.move(await token(), FRIDAY);
    await calls.move(await token(), THURSDAY);
    expect(await subjects(all, NOW + HOUR)).toEqual([
      'Le rendez-vous est de nouveau tel que son visiteur le connaît.',
    ]);
    await calls.correct(await token(), '+41795550199');
    expect(await subjects(all, NOW + HOUR)).toEqual([
      'Votre appel du jeudi 26\u00a0novembre à\u00a010h30\u202f: numéro corrigé',
    ]);
  });

  test('a mailbox gets six mails about its calls in a day; what changes then is told when there is room, reminders and cancellations at their hour', async () => {
    const all = await started();
    const { calls, book, pass, db, messages } = all;
    const tokens: string[] = [];
    for (const [start, email] of [
      [THURSDAY, 'zoe@example.ch'],
      [FRIDAY, 'Zoe+2@example.ch'],
    ] as const) {
      const made = await book(start, null, email);
      if ('booking' in made) tokens.push(made.booking.token);
    }
    await book(FRIDAY + 4 * HOUR, null, 'paul@example.ch');
    let at = NOW;
    let left = 0;
    const minutes = async (count: number) => {
      at += count * 60_000;
      pass(at);
      left += (await subjects(all, at)).filter((subject) => subject.startsWith('Votre appel')).length;
      await leave(all, at);
    };
    await minutes(0);
    expect(left).toBe(3);
    // To and fro, as slowly as each mail needs to leave.
    for (const nth of [1, 2, 3, 4, 5, 6, 7])
      for (const [index, token] of tokens.entries()) {
        const start = (index === 0 ? THURSDAY : FRIDAY) + (nth % 2) * HOUR;
        expect((await calls.move(token, start)).kind).toBe('done');
        await minutes(2);
      }
    expect(left).toBe(3 + 4);
    const waiting = (await messages()).filter(
      ({ kind, state }) => kind === 'visitor-call' && state === 'waiting',
    );
    // As soon as the first two of the six are a day old.
    expect(waiting.map(({ due_at }) => due_at)).toEqual([NOW + 24 * HOUR, NOW + 24 * HOUR]);
    const reminders = (await messages()).filter(({ kind }) => kind === 'visitor-call-reminder');
    expect(reminders.filter(({ state }) => state === 'waiting')).toHaveLength(6);
    for (const token of tokens) {
      expect((await calls.cancel(token)).kind).toBe('done');
    }
    expect(await subjects(all, at)).toEqual([
      expect.stringContaining('annulé'),
      expect.stringContaining('annulé'),
    ]);
    await leave(all, at);
    // Somebody else is told as ever.
    const paul = await db
      .selectFrom('bookings')
      .select('token')
      .where('email', '=', 'paul@example.ch')
      .executeTakeFirstOrThrow();
    await calls.correct(paul.token, '+41795550199');
    expect(await subjects(all, at + 60_000)).toHaveLength(1);
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
});
