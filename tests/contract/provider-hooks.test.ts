import { describe, expect, test } from 'vitest';
import type { SchedulingProvider } from '#domain/booking.ts';
import { statusAfter } from '#domain/lead-status.ts';
import { bookingReader } from '#server/bookings/store/booking-reader.ts';
import { bookingStore } from '#server/bookings/store/booking-store.ts';
import { contactOf } from '#server/leads/follow-up/contact.ts';
import { callsAfter } from '#server/leads/follow-up/due-promises.ts';
import { mark, unmark } from '#server/leads/follow-up/marks.ts';
import { owedToAll } from '#server/leads/follow-up/owed.ts';
import { leadEvents } from '#server/store/leads/events.ts';
import {
  calendlyHook,
  calHook,
  calNoShow,
  HOOK_KEYS,
  inviteeUri,
  signed,
} from '../fakes/scheduling-hooks.ts';
import { HOUR, NOW, SENDER, THURSDAY, TUESDAY } from './call-bench.ts';
import { engines } from './engines.ts';
import { hookBench, KEYS } from './hook-bench.ts';

const FRIDAY = Date.parse('2026-11-27T09:30:00Z');

describe.each(Object.entries(engines))('what a scheduling provider tells on %s', (_name, open) => {
  test('only what the provider has signed, and lately, is taken; nothing else is even read', async () => {
    const { post, tell, calls, reference, pass } = await hookBench(open);
    const calendly = calendlyHook('invitee.created', { name: 'A', reference });
    const cal = calHook('BOOKING_CREATED', { metadata: { ref: reference } });
    const status = async (...given: Parameters<typeof post>) => (await post(...given)).statusCode;
    const good = signed('calendly', calendly, NOW)['calendly-webhook-signature'] ?? '';
    const forged: readonly [SchedulingProvider, string, Record<string, string>][] = [
      ['calendly', calendly, {}],
      ['calendly', calendly, { 'calendly-webhook-signature': '' }],
      ['calendly', calendly, signed('calendly', calendly, NOW, 'another key altogether')],
      ['calendly', calendly, signed('calendly', calendly, NOW - 181_000)],
      ['calendly', calendly, signed('calendly', calendly, NOW + 181_000)],
      // Of another body, and the time of another signature.
      ['calendly', `${calendly} `, { 'calendly-webhook-signature': good }],
      [
        'calendly',
        calendly,
        { 'calendly-webhook-signature': good.replace(/^t=\d+/, `t=${NOW / 1_000 - 1}`) },
      ],
      ['calendly', calendly, { 'calendly-webhook-signature': good.replace(/,v1=.*/, '') }],
      ['calendly', calendly, { 'calendly-webhook-signature': good.slice(0, -1) }],
      ['calendly', 'no JSON at all', signed('cal', 'no JSON at all', NOW)],
      ['cal', cal, {}],
      ['cal', cal, { 'x-cal-signature-256': 'no-secret-provided' }],
      ['cal', cal, signed('cal', cal, NOW, HOOK_KEYS.calendly)],
      ['cal', cal, signed('cal', `${cal} `, NOW)],
      ['cal', '', signed('cal', 'x', NOW)],
    ];
    for (const given of forged) expect(await status(...given)).toBe(401);
    expect(await status('cal', 'x'.repeat(65 * 1024), {})).toBe(413);
    expect(await calls()).toEqual([]);
    // Signed, and nothing that the documentation shows: its provider shows it as failed.
    for (const body of [
      'no JSON',
      '[]',
      calendlyHook('invitee.created', { name: '' }).replace(/"start_time":"[^"]*",/, ''),
    ])
      expect(await tell('calendly', body)).toBe(422);
    expect(await tell('cal', calHook('BOOKING_CREATED', { startTime: 'demain' }))).toBe(422);
    // Signed, and of no call.
    expect(await tell('cal', JSON.stringify({ triggerEvent: 'PING', payload: { type: 'Test' } }))).toBe(200);
    expect(await tell('calendly', JSON.stringify({ event: 'event_type.created', payload: {} }))).toBe(200);
    expect(await calls()).toEqual([]);
    pass(NOW + 170_000);
    expect(await status('calendly', calendly, { 'calendly-webhook-signature': good })).toBe(200);
    expect(await calls()).toHaveLength(1);
  });

  test('where no key is set, the address does not exist', async () => {
    const { tell } = await hookBench(open, { calendly: KEYS.calendly });
    expect(await tell('cal', calHook('BOOKING_CREATED'))).toBe(404);
    expect(await tell('calendly', calendlyHook('invitee.created', { name: 'A' }))).toBe(200);
  });

  test('a call booked at Calendly is the lead’s: its status, what is owed, the owner’s mails, and none to the visitor', async () => {
    const { db, tell, calls, lead, reference, messages, written, follow, pass } = await hookBench(open);
    const hook = calendlyHook('invitee.created', { name: 'A', reference, phone: '+41 21 555 01 48' });
    for (let times = 0; times < 3; times += 1) expect(await tell('calendly', hook)).toBe(200);

    const [call, ...more] = await calls();
    expect(more).toEqual([]);
    expect(call).toMatchObject({
      ...{ lead_id: lead.id, provider: 'calendly', state: 'booked', sequence: 0, phone: '+41215550148' },
      ...{ name: 'John Doe', email: 'test@example.com', start_at: TUESDAY, end_at: TUESDAY + HOUR / 4 },
      time_zone: 'America/New_York',
    });
    const events = await leadEvents(db, lead.id);
    expect(events).toMatchObject([{ kind: 'call-booked', by: 'provider', detail: { provider: 'calendly' } }]);
    expect(statusAfter(events)).toBe('Warm');
    expect(await messages('provider')).toHaveLength(1);
    expect((await messages()).map(({ kind }) => kind)).toEqual([
      ...['owner-call', 'owner-call-reminder', 'owner-call-reminder', 'owner-call-over'],
    ]);
    const [mail] = await written(NOW + HOUR / 60);
    if (mail === undefined || !('mail' in mail)) throw new Error('No mail');
    expect(mail.mail).toMatchObject({ subject: expect.stringContaining('Appel réservé\u202f: John Doe') });
    // The provider fills the owner's calendar, and moves the call.
    expect(mail.mail.invitation).toBeUndefined();
    expect(mail.mail.text).toMatch(/Réservé chez\s*:?\s*Calendly/);
    expect(mail.mail.text).not.toMatch(/\/rendez-vous\/|rattaché à aucun contact/);
    expect((await owedToAll(db)).filter(({ promised }) => promised.within === 'call')).toMatchObject([
      { until: TUESDAY, lead: { id: lead.id } },
    ]);

    pass(TUESDAY + HOUR);
    const [over] = (await written(TUESDAY + HOUR)).flatMap((one) =>
      'mail' in one && one.message.kind === 'owner-call-over' ? [one.mail] : [],
    );
    const held = over?.text.match(/https:\S+answer=tenu/)?.[0] ?? '';
    expect((await follow(held, 'tenu')).statusCode).toBe(303);
    expect(await calls()).toMatchObject([{ outcome: 'held' }]);
    // Said by the owner here: what Calendly says later changes nothing.
    await tell('calendly', calendlyHook('invitee_no_show.created', { name: 'A' }));
    expect(await calls()).toMatchObject([{ outcome: 'held' }]);
  });

  test('a call without the reference of a lead is told and attached to nobody, even with a lead’s address', async () => {
    const { db, tell, calls, lead, written } = await hookBench(open);
    for (const [name, reference] of [
      ['A', null],
      ['B', 'AAAA'],
    ] as const)
      await tell('calendly', calendlyHook('invitee.created', { name, reference, email: lead.email }));
    expect(await calls()).toMatchObject([
      { lead_id: null, email: lead.email },
      { lead_id: null, email: lead.email },
    ]);
    expect(await leadEvents(db, lead.id)).toEqual([]);
    const [mail] = await written(NOW + HOUR / 60);
    const text = mail !== undefined && 'mail' in mail ? mail.mail.text.replace(/\s+/g, ' ') : '';
    expect(text).toContain('rattaché à aucun contact');
    expect(text).toContain('Aucun numéro n’est venu de Calendly');
    expect((await owedToAll(db)).filter(({ call }) => call !== undefined)).toHaveLength(2);
  });

  test('moved twice and told in any order: one call at its last time, and cancelled once', async () => {
    const { db, tell, newLead } = await hookBench(open);
    const hooksOf = (of: string, reference: string) => [
      calendlyHook('invitee.created', { name: `A${of}`, start: TUESDAY, reference }),
      calendlyHook('invitee.canceled', { name: `A${of}`, start: TUESDAY, next: `B${of}` }),
      calendlyHook('invitee.created', { name: `B${of}`, start: FRIDAY, previous: `A${of}` }),
      calendlyHook('invitee.created', { name: `C${of}`, start: THURSDAY, previous: `B${of}` }),
    ];
    for (const [index, order] of orders([0, 1, 2, 3]).entries()) {
      const { id, reference } = await newLead();
      const hooks = hooksOf(String(index), reference);
      for (const one of order) await tell('calendly', hooks[one] ?? '');
      const events = async () => leadEvents(db, id);
      expect(await bookingReader(db).ofLead(id), String(order)).toMatchObject([
        { state: 'booked', start: THURSDAY, end: THURSDAY + HOUR / 4, provider: 'calendly' },
      ]);
      expect(callsAfter(await events()), String(order)).toMatchObject([{ start: THURSDAY }]);
      expect(statusAfter(await events())).toBe('Warm');
      await tell(
        'calendly',
        calendlyHook('invitee.canceled', { name: `C${index}`, start: THURSDAY, previous: `B${index}` }),
      );
      expect(await bookingReader(db).ofLead(id)).toMatchObject([{ state: 'cancelled' }]);
      expect([callsAfter(await events()), statusAfter(await events())]).toEqual([[], 'Cold']);
    }
    const { count } = await db
      .selectFrom('bookings')
      .select((e) => e.fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(24);
  });

  test('Cal.com: the uid changes with a move, which forgets the reference; replays are known by their bodies', async () => {
    const { db, tell, calls, lead, reference, messages, written } = await hookBench(open);
    const created = calHook('BOOKING_CREATED', {
      uid: 'uid-1',
      location: '+41215550148',
      metadata: { ref: reference },
    });
    const moved = calHook('BOOKING_RESCHEDULED', {
      ...{ uid: 'uid-2', rescheduleUid: 'uid-1', metadata: {} },
      ...{ startTime: '2026-11-26T09:30:00.000Z', endTime: '2026-11-26T09:45:00.000Z' },
    });
    // The move first; before the call itself, a lead's reference has not come.
    await tell('cal', moved);
    expect(await calls()).toMatchObject([{ lead_id: null, start_at: THURSDAY }]);
    await tell('cal', created);
    expect(await calls()).toMatchObject([{ lead_id: lead.id, start_at: THURSDAY, provider: 'cal' }]);
    expect(statusAfter(await leadEvents(db, lead.id))).toBe('Warm');
    for (const again of [created, moved, moved, created]) expect(await tell('cal', again)).toBe(200);
    expect(await leadEvents(db, lead.id)).toHaveLength(1);

    // The host asks for another time: it looks cancelled, and comes back.
    await tell(
      'cal',
      calHook('BOOKING_CANCELLED', { uid: 'uid-2', status: 'CANCELLED', requestReschedule: true }),
    );
    expect(await calls()).toMatchObject([{ state: 'cancelled' }]);
    expect(statusAfter(await leadEvents(db, lead.id))).toBe('Cold');
    await tell('cal', calHook('BOOKING_RESCHEDULED', { uid: 'uid-3', rescheduleUid: 'uid-2', metadata: {} }));
    expect(await calls()).toMatchObject([{ state: 'booked', start_at: TUESDAY, sequence: 2 }]);
    expect(statusAfter(await leadEvents(db, lead.id))).toBe('Warm');
    await tell('cal', moved);
    expect(await calls()).toMatchObject([{ state: 'booked', start_at: TUESDAY, sequence: 2 }]);
    expect((await messages()).filter(({ kind }) => kind === 'owner-call')).toHaveLength(3);
    const last = (await written(NOW + HOUR / 60)).flatMap((one) => ('mail' in one ? [one.mail.subject] : []));
    expect(last).toEqual([expect.stringContaining('Appel réservé')]);
  });

  test('Cal.com: a call is cancelled also when its cancellation names the call itself as the one it follows', async () => {
    const { tell, calls } = await hookBench(open);
    await tell('cal', calHook('BOOKING_CREATED', { uid: 'uid-1' }));
    await tell('cal', calHook('BOOKING_CANCELLED', { uid: 'uid-1', rescheduleUid: 'uid-1' }));
    expect(await calls()).toMatchObject([{ state: 'cancelled' }]);
  });

  test('who did not come is marked once, whenever it is told, and never against the owner’s word', async () => {
    const { db, tell, calls, lead, reference, pass } = await hookBench(open);
    const created = calHook('BOOKING_CREATED', { uid: 'n-1', metadata: { ref: reference } });
    await tell('cal', created);
    pass(TUESDAY + HOUR);
    await tell('cal', calNoShow('n-1', false));
    expect(await calls()).toMatchObject([{ outcome: null }]);
    for (let times = 0; times < 3; times += 1) await tell('cal', calNoShow('n-1'));
    expect(await calls()).toMatchObject([{ outcome: 'not-reached' }]);
    expect((await leadEvents(db, lead.id)).map(({ kind, by }) => `${kind} ${by}`)).toEqual([
      ...['call-booked provider', 'not-reached provider'],
    ]);
    const contact = await contactOf(db, lead.id);
    if (contact === undefined) throw new Error('No contact');
    await mark({ db, sender: SENDER }, contact, 'tenu', TUESDAY + 2 * HOUR);
    await tell('cal', calNoShow('n-1'));
    expect(await calls()).toMatchObject([{ outcome: 'held' }]);
    // Before the call itself is known.
    await tell('cal', calNoShow('n-2'));
    await tell('cal', calHook('BOOKING_CREATED', { uid: 'n-2' }));
    expect((await calls()).map(({ outcome }) => outcome).toSorted()).toEqual(['held', 'not-reached']);
  });

  test('a mark of a call that was moved since another is taken back to nothing said, not to what was said before the move', async () => {
    const { db, tell, calls, lead, reference, pass } = await hookBench(open);
    const say = async (answer: 'tenu' | 'pas-joint', at: number) => {
      const contact = await contactOf(db, lead.id);
      const marked = contact && (await mark({ db, sender: SENDER }, contact, answer, at));
      return marked?.kind === 'noted' ? marked.id : '';
    };
    await tell('cal', calHook('BOOKING_CREATED', { uid: 'm-1', metadata: { ref: reference } }));
    pass(TUESDAY + HOUR);
    await say('tenu', TUESDAY + HOUR);
    const moved = calHook('BOOKING_RESCHEDULED', {
      ...{ uid: 'm-2', rescheduleUid: 'm-1', metadata: {} },
      ...{ startTime: '2026-11-26T09:30:00.000Z', endTime: '2026-11-26T09:45:00.000Z' },
    });
    await tell('cal', moved);
    pass(THURSDAY + HOUR);
    const first = await say('pas-joint', THURSDAY + HOUR);
    const second = await say('tenu', THURSDAY + HOUR + 1_000);
    const outcomes = [];
    for (const id of [second, first]) {
      expect(await unmark({ db, sender: SENDER }, id, THURSDAY + HOUR + 2_000)).toBe(true);
      outcomes.push((await calls())[0]?.outcome);
    }
    expect(outcomes).toEqual(['not-reached', null]);
  });

  test('what is the provider’s is moved and cancelled there alone, and what was erased does not come back', async () => {
    const { db, tell, calls, rules, reference } = await hookBench(open);
    await tell('calendly', calendlyHook('invitee.created', { name: 'A', reference }));
    const token = (await calls())[0]?.token ?? '';
    expect((await rules.cancel(token)).kind).toBe('over');
    expect((await rules.move(token, THURSDAY)).kind).toBe('over');
    expect(await rules.byToken(token)).toBeUndefined();
    expect(await bookingStore(db).toComeBookedSince(0, NOW)).toEqual([]);

    await db.deleteFrom('bookings').execute();
    const cancelled = calendlyHook('invitee.canceled', { name: 'A', reference });
    const again = calendlyHook('invitee.created', { name: 'A', reference });
    for (const hook of [again, cancelled, calendlyHook('invitee_no_show.created', { name: 'A' })])
      expect(await tell('calendly', hook)).toBe(200);
    expect(await calls()).toEqual([]);
    expect(JSON.stringify(await db.selectFrom('provider_calls').selectAll().execute())).not.toMatch(
      /John|test@/,
    );
  });

  test('the same call told by two servers at once is one', async () => {
    const { db, tell, newLead } = await hookBench(open);
    for (let round = 0; round < 5; round += 1) {
      const { id, reference } = await newLead();
      const [a, b] = [`A${round}`, `B${round}`];
      const statuses = await Promise.all([
        tell('calendly', calendlyHook('invitee.created', { name: a, reference })),
        tell('calendly', calendlyHook('invitee.created', { name: b, start: FRIDAY, previous: a, reference })),
        tell('calendly', calendlyHook('invitee.canceled', { name: a, next: b })),
        tell('calendly', calendlyHook('invitee.created', { name: a, reference })),
      ]);
      expect(statuses).toEqual([200, 200, 200, 200]);
      expect(await bookingReader(db).ofLead(id)).toMatchObject([{ state: 'booked', start: FRIDAY }]);
      expect(callsAfter(await leadEvents(db, id))).toHaveLength(1);
    }
    const names = await db.selectFrom('provider_calls').select('uid').execute();
    expect(names.map(({ uid }) => uid)).toContain(inviteeUri('A0'));
  });
});

function orders<T>(all: readonly T[]): T[][] {
  if (all.length === 0) return [[]];
  return all.flatMap((one, index) => orders(all.toSpliced(index, 1)).map((rest) => [one, ...rest]));
}
