import { expect, test } from 'vitest';
import { someLead } from '../../tests/fakes/leads.ts';
import { afterFailure } from './after-failure.ts';
import type { ClaimedRow } from './claim.ts';

const row: ClaimedRow = {
  lead: someLead(),
  attempts: 0,
  strategy: 1,
  unknown_outcome: 0,
  rejections: null,
  refused_at: null,
};
const circumstances = { now: 1_000_000, random: 1, strategies: [1, 3], pausedUntil: 0 };
const transient = { kind: 'transient', message: 'HTTP 503: x', unknown: false } as const;
const rejected = { kind: 'rejected', rejection: { status: 403, type: 'NO', message: 'no' } } as const;

test('a transient failure waits and keeps its strategy', () => {
  const failure = afterFailure({ ...row, attempts: 2 }, transient, circumstances);
  expect(failure).toMatchObject({
    strategy: 1,
    due_at: 1_004_000,
    refused_at: null,
    last_error: 'HTTP 503: x',
  });
});

test('a transient failure waits out the provider’s pause', () => {
  expect(afterFailure(row, transient, { ...circumstances, pausedUntil: 1_030_000 }).due_at).toBe(1_030_000);
});

test('an outcome once unknown stays so until the lead is delivered', () => {
  const before = { ...row, unknown_outcome: 1 } as const;
  expect(afterFailure(before, transient, circumstances).unknown_outcome).toBe(1);
  expect(afterFailure(before, rejected, circumstances).unknown_outcome).toBe(1);
  expect(afterFailure(row, { ...transient, unknown: true }, circumstances).unknown_outcome).toBe(1);
});

test('an attempt known to have stored nothing may be followed by a creation', () => {
  expect(afterFailure(row, transient, circumstances).unknown_outcome).toBe(0);
  expect(afterFailure(row, rejected, circumstances).unknown_outcome).toBe(0);
});

test('a rejection goes on with the next strategy at once', () => {
  const failure = afterFailure(row, rejected, circumstances);
  expect(failure).toMatchObject({ strategy: 3, due_at: 1_000_000, refused_at: null, last_error: 'no' });
});

test('a rejection by the last strategy begins again at the first, slowly', () => {
  const failure = afterFailure({ ...row, strategy: 3 }, rejected, circumstances);
  expect(failure).toMatchObject({ strategy: 1, due_at: 1_000_000 + 900_000, refused_at: 1_000_000 });
});

test('refused again, it remembers since when and waits longer', () => {
  const failure = afterFailure({ ...row, strategy: 3, refused_at: 1_000_000 }, rejected, {
    ...circumstances,
    now: 4_600_000,
  });
  expect(failure).toMatchObject({ refused_at: 1_000_000, due_at: 4_600_000 + 3_600_000 });
});

test('the newest reason of each strategy is kept, in their order', () => {
  const rejections = JSON.stringify([
    { strategy: 1, status: 422, message: 'old' },
    { strategy: 3, status: 404, message: 'other' },
  ]);
  const failure = afterFailure({ ...row, rejections }, rejected, circumstances);
  expect(JSON.parse(failure.rejections ?? '')).toEqual([
    { strategy: 1, status: 403, type: 'NO', message: 'no' },
    { strategy: 3, status: 404, message: 'other' },
  ]);
});
