import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { call } from '#content/call.ts';
import { composeMail } from '#server/messages/mail/compose.ts';
import { HOUR, NOW, SENDER, startedOn, THURSDAY, TUESDAY } from './call-bench.ts';
import { engines } from './engines.ts';

describe.each(Object.entries(engines))('what ends or repeats the messages of a call on %s', (_name, open) => {
  const started = (mail: Parameters<typeof startedOn>[1] = {}) => startedOn(open, mail);

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
    // To whoever organizes a call, a file: calendars pass over their own invitations.
    expect(sent.map(({ invitation }) => invitation?.method).toSorted()).toEqual(['CANCEL', 'PUBLISH']);
    for (const { text } of sent)
      expect(text).toContain(`${call.labels.planned}\u202f: jeudi 26\u00a0novembre à\u00a010h30`);
  });

  test('a mail that is asked to come again does, until the call has begun; the owner’s, until it is over', async () => {
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
      // What the owner's invitation would say, the mail says that asks what became of the call.
      'owner-call dropped',
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

  test.each([
    ['whoever sends is none of them', 'post@atelier.example', undefined, ['ada', 'ben', 'nous'], 'post'],
    ['one of them sends', SENDER, undefined, ['ada', 'ben'], 'nous'],
    [
      'the organizer was named',
      SENDER,
      'nous+rendez-vous@atelier.example',
      ['ada', 'ben', 'nous'],
      'nous+rendez-vous',
    ],
  ])(
    'every owner is invited to a call, by an address that exists: %s',
    async (_case, sender, named, invited, by) => {
      const { book, written } = await started({
        owners: ['ada', 'ben', 'nous'].map((name) => `${name}@atelier.example`),
        sender,
        ...(named && { organizer: named }),
      });
      await book(THURSDAY);
      for (const kind of ['owner-call', 'visitor-call']) {
        const mail = (await written(NOW)).find((one) => 'mail' in one && one.message.kind === kind);
        const { method, content } = (mail && 'mail' in mail && mail.mail.invitation) || { content: '' };
        const file = new ICAL.Component(ICAL.parse(content)).getFirstSubcomponent('vevent');
        expect([method, file?.getFirstPropertyValue('organizer')]).toEqual([
          'REQUEST',
          `mailto:${by}@atelier.example`,
        ]);
        const to =
          kind === 'owner-call' ? invited.map((name) => `${name}@atelier.example`) : ['zoe@example.ch'];
        expect(file?.getAllProperties('attendee').map((one) => one.getFirstValue())).toEqual(
          to.map((one) => `mailto:${one}`),
        );
      }
    },
  );

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
    expect(owners.event.organizer).toBe(`mailto:${SENDER}`);
    expect([owners.mail?.invitation?.method, owners.event.attendees]).toEqual(['PUBLISH', []]);
    expect(owners.mail?.to).toEqual([SENDER]);
    expect(owners.mail?.replyTo).toBe('zoe@example.ch');
    expect(visitors.mail?.replyTo).toBe(SENDER);

    if (visitors.mail === undefined) throw new Error('No mail');
    const bytes = (await composeMail(visitors.mail, { name: 'Atelier', address: SENDER })).toString();
    expect(bytes).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=REQUEST/i);
  });
});
