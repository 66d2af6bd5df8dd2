import { expect, it } from 'vitest';
import { statusAfter } from './lead-status.ts';
import type { EventKind } from './promise.ts';

it.each<[string, EventKind[], string]>([
  ['said yes', ['received', 'answered'], 'Cold'],
  ['booked', ['received', 'call-booked'], 'Warm'],
  ['moved the call', ['call-booked', 'call-moved'], 'Warm'],
  ['confirmed', ['call-booked', 'confirmed', 'call-moved'], 'Hot'],
  ['cancelled', ['call-booked', 'confirmed', 'call-cancelled'], 'Cold'],
  ['cancelled one of two', ['call-booked', 'call-booked', 'confirmed', 'call-cancelled'], 'Hot'],
  ['booked again', ['call-booked', 'confirmed', 'call-cancelled', 'call-booked'], 'Warm'],
  ['confirmed without a call', ['received', 'confirmed', 'call-booked'], 'Warm'],
])('who %s', (_what, kinds, status) => {
  expect(statusAfter(kinds.map((kind) => ({ kind })))).toBe(status);
});
