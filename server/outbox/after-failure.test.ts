import { expect, test } from 'vitest';
import { someLead } from '../../tests/fakes/leads.ts';
import { afterFailure } from './after-failure.ts';
import type { ClaimedRow } from './claim.ts';

const row: ClaimedRow = {
  lead: { ...someLead(), createdAt: 0 },
  attempts: 0,
  strategy: 1,
  unknown_outcome: 0,
  rejections: null,
  refused_for: null,
};
const circumstances = { random: 1, strategies: [1, 3], pausedForMs: 0 };
const transient = { kind: 'transient', message: 'HTTP 503: x', unknown: false } as const;
const rejected = { kind: 'rejected', rejection: { status: 403, type: 'NO', message: 'no' } } as const;

test('a transient failure waits and keeps its strategy', () => {
  const failure = afterFailure({ ...row, attempts: 2 }, transient, circumstances);
  expect(failure).toMatchObject({
    strategy: 1,
    retryInMs: 4_000,
    refused: false,
    last_error: 'HTTP 503: x',
  });
});

test('a transient failure waits out the provider’s pause', () => {
  expect(afterFailure(row, transient, { ...circumstances, pausedForMs: 30_000 }).retryInMs).toBe(30_000);
});

test('an outcome once unknown stays so until the lead is found, delivered or refused', () => {
  const before = { ...row, unknown_outcome: 1 } as const;
  expect(afterFailure(before, transient, circumstances).unknown_outcome).toBe(1);
  expect(afterFailure(row, { ...transient, unknown: true }, circumstances).unknown_outcome).toBe(1);
  expect(afterFailure(before, { ...rejected, searching: true }, circumstances).unknown_outcome).toBe(1);
  expect(afterFailure(before, { ...transient, searching: true }, circumstances).unknown_outcome).toBe(1);
});

test('what was searched for in vain and then refused is nowhere', () => {
  const before = { ...row, unknown_outcome: 1 } as const;
  expect(afterFailure(before, rejected, circumstances).unknown_outcome).toBe(0);
});

test('what may still be on its way is left time to land', () => {
  const hurried = { ...circumstances, random: 0 };
  expect(afterFailure(row, { ...transient, unknown: true }, hurried).retryInMs).toBe(5_000);
  expect(afterFailure(row, transient, hurried).retryInMs).toBe(500);
});

test('an attempt known to have stored nothing may be followed by a creation', () => {
  expect(afterFailure(row, transient, circumstances).unknown_outcome).toBe(0);
  expect(afterFailure(row, rejected, circumstances).unknown_outcome).toBe(0);
});

test('a rejection goes on with the next strategy at once', () => {
  const failure = afterFailure(row, rejected, circumstances);
  expect(failure).toMatchObject({ strategy: 3, retryInMs: 0, refused: false, last_error: 'no' });
});

test('a rejection by the last strategy begins again at the first, slowly', () => {
  const failure = afterFailure({ ...row, strategy: 3 }, rejected, circumstances);
  expect(failure).toMatchObject({ strategy: 1, retryInMs: 900_000, refused: true });
});

test('refused again, it waits as long as it has been refused', () => {
  const failure = afterFailure({ ...row, strategy: 3, refused_for: 3_600_000 }, rejected, circumstances);
  expect(failure).toMatchObject({ refused: true, retryInMs: 3_600_000 });
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
