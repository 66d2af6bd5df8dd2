import { expect, it } from 'vitest';
import type { LeadEvent } from '../../store/leads/events.ts';
import { isSettled } from './reminders.ts';

const MADE = 100;
const settled = (...events: [kind: LeadEvent['kind'], at: number][]) =>
  isSettled(
    events.map(([kind, at]) => ({ kind, at, by: 'owner', detail: {} })),
    MADE,
  );

it('a reminder goes on until the owner or the visitor has answered', () => {
  expect(settled(['received', 1], ['call-booked', 2])).toBe(false);
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
