import { expect, it } from 'vitest';
import type { LeadEvent } from '../../store/leads/events.ts';
import { owedAfter } from './due-promises.ts';

const CALL = Date.parse('2026-11-24T08:00:00Z');
const HOUR = 3_600_000;

const event = (kind: LeadEvent['kind'], at: number, start?: number, booking = 'a') => ({
  kind,
  at,
  detail: start === undefined ? {} : { start, booking },
});
const owed = (...events: ReturnType<typeof event>[]) =>
  owedAfter([
    event('received', CALL - 48 * HOUR),
    event('answered', CALL - 47 * HOUR),
    event('audit-sent', CALL - 46 * HOUR),
    ...events,
  ]).map(({ promised, until }) => [promised.owed, until]);

const booked = event('call-booked', CALL - 30 * HOUR, CALL);

it('a call is owed at its hour, whatever was answered before it', () => {
  expect(owed(booked)).toEqual([['L’appeler', CALL]]);
  expect(owed(booked, event('answered', CALL - HOUR))).toEqual([['L’appeler', CALL]]);
});

it('a call that moves is owed at its new hour, and a cancelled one is not', () => {
  const moved = event('call-moved', CALL - 20 * HOUR, CALL + 24 * HOUR);
  expect(owed(booked, moved)).toEqual([['L’appeler', CALL + 24 * HOUR]]);
  expect(owed(booked, event('answered', CALL + HOUR), moved)).toEqual([['L’appeler', CALL + 24 * HOUR]]);
  expect(owed(booked, moved, event('call-cancelled', CALL - HOUR, CALL))).toEqual([]);
  const again = event('call-booked', CALL - HOUR / 2, CALL + HOUR);
  expect(owed(booked, event('call-cancelled', CALL - HOUR, CALL), again)).toEqual([
    ['L’appeler', CALL + HOUR],
  ]);
});

it('of two calls each is owed, whatever becomes of the other', () => {
  const later = CALL + 2 * HOUR;
  const other = event('call-booked', CALL - 20 * HOUR, later, 'b');
  expect(owed(booked, other)).toEqual([
    ['L’appeler', CALL],
    ['L’appeler', later],
  ]);
  expect(owed(booked, other, event('call-cancelled', CALL - HOUR, later, 'b'))).toEqual([
    ['L’appeler', CALL],
  ]);
  expect(owed(booked, other, event('call-cancelled', CALL - HOUR, CALL, 'a'))).toEqual([
    ['L’appeler', later],
  ]);
});

it('the owner’s word after it has begun keeps it', () => {
  expect(owed(booked, event('answered', CALL + HOUR))).toEqual([]);
});

it('is owed until the time that was promised, whatever the office’s hours and delays are now', () => {
  const received = { kind: 'received' as const, at: CALL };
  const until = { answer: CALL + 1_000 * HOUR, audit: CALL + HOUR };
  expect(owedAfter([{ ...received, detail: { until } }]).map((one) => one.until)).toEqual([
    until.audit,
    until.answer,
  ]);
  // An event of a version that did not store it.
  expect(owedAfter([received]).map((one) => one.until < until.answer && one.until > until.audit)).toEqual([
    true,
    true,
  ]);
});

it('an answer is no audit; the report that was sent is, and so is the end of the matter', () => {
  const kinds = (...marks: LeadEvent['kind'][]) =>
    owedAfter(['received' as const, ...marks].map((kind, at) => event(kind, at))).map(
      ({ promised }) => promised.owed,
    );
  expect(kinds('answered')).toEqual(['Lui envoyer son audit']);
  expect(kinds('answered', 'audit-ready')).toEqual(['Lui envoyer son audit']);
  expect(kinds('audit-sent')).toEqual(['Lui répondre']);
  expect(kinds('audit-sent', 'answered')).toEqual([]);
  expect(kinds('won')).toEqual([]);
  // What the call was about is over, whatever is said of the call afterwards.
  expect(kinds('won', 'held')).toEqual([]);
  expect(kinds('lost', 'answered')).toEqual(['Lui envoyer son audit']);
});

it('an outcome of a call does not reopen a promise that was kept; a person who was not reached is to be called back', () => {
  const missed = event('not-reached', CALL + HOUR);
  const [callback, ...others] = owed(booked, missed);
  expect(callback?.[0]).toBe('Rappeler');
  expect(callback?.[1]).toBeGreaterThan(CALL + HOUR);
  expect(others).toEqual([]);
  expect(owed(booked, missed, event('held', CALL + 2 * HOUR))).toEqual([]);
  expect(owed(booked, missed, event('won', CALL + 2 * HOUR))).toEqual([]);
  expect(owed(event('won', CALL), event('not-reached', CALL + HOUR)).map(([what]) => what)).toEqual([
    'Rappeler',
  ]);
  // A new call takes its place.
  const again = event('call-booked', CALL + 2 * HOUR, CALL + 48 * HOUR, 'b');
  expect(owed(booked, missed, again)).toEqual([['L’appeler', CALL + 48 * HOUR]]);
});

it('a call that stands booked is the answer; a cancelled one is none', () => {
  const kinds = (...events: ReturnType<typeof event>[]) =>
    owedAfter([event('received', CALL - 48 * HOUR), event('audit-sent', CALL - 46 * HOUR), ...events]).map(
      ({ promised }) => promised.owed,
    );
  expect(kinds(booked)).toEqual(['L’appeler']);
  expect(kinds(booked, event('call-cancelled', CALL - HOUR, CALL))).toEqual(['Lui répondre']);
});
