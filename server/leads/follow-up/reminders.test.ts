import { expect, it } from 'vitest';
import type { LeadEvent } from '../../store/leads/events.ts';
import { isSettled, reminderDue } from './reminders.ts';

const MADE = 100;
const detail = { booking: 'a', start: 200 };
const settled = (...events: [kind: LeadEvent['kind'], at: number][]) =>
  isSettled(
    events.map(([kind, at]) => ({ kind, at, by: 'owner', detail: kind.startsWith('call-') ? detail : {} })),
    MADE,
  );

it('a reminder goes on until the owner or the visitor has answered', () => {
  expect(settled(['received', 1])).toBe(false);
  expect(settled(['received', 1], ['answered', 2])).toBe(true);
  expect(settled(['received', 1], ['lost', 2])).toBe(true);
  expect(settled(['received', 1], ['call-booked', 2], ['confirmed', 3])).toBe(true);
  expect(settled(['received', 1], ['erasure-requested', 2], ['not-reached', 3])).toBe(true);
});

it('who was not reached is brought up again, confirmed or not, by the reminder made after it', () => {
  expect(settled(['confirmed', 1], ['not-reached', MADE])).toBe(false);
  expect(settled(['answered', 1], ['not-reached', MADE])).toBe(false);
  expect(settled(['not-reached', 1], ['not-reached', MADE + 1])).toBe(true);
  expect(settled(['not-reached', 1], ['confirmed', MADE + 1])).toBe(true);
  expect(settled(['not-reached', 1], ['answered', MADE + 1])).toBe(true);
});

it('a call that stands booked is the answer', () => {
  expect(settled(['received', 1], ['call-booked', 2])).toBe(true);
  expect(settled(['received', 1], ['call-booked', 2], ['call-cancelled', 3])).toBe(false);
  expect(settled(['call-booked', 1], ['not-reached', MADE])).toBe(false);
  expect(settled(['call-booked', 1], ['not-reached', MADE], ['call-moved', MADE + 1])).toBe(true);
});

it('the second reminder comes two hours of work after the lead, and never within an hour of the first', () => {
  // A Monday in winter: the office opens at 8h00 UTC.
  const since = Date.parse('2026-11-23T08:30:00Z');
  const due = (step: number, now: string) =>
    new Date(reminderDue({ step, since }, Date.parse(now))).toISOString();
  expect(due(1, '2026-11-23T08:30:00Z')).toBe('2026-11-23T08:45:00.000Z');
  expect(due(2, '2026-11-23T08:45:00Z')).toBe('2026-11-23T10:30:00.000Z');
  // After an outage of the mail server.
  expect(due(2, '2026-11-23T13:00:00Z')).toBe('2026-11-23T14:00:00.000Z');
});
