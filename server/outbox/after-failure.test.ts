import { expect, test } from 'vitest';
import { someLead } from '../../tests/fakes/leads.ts';
import { afterFailure, afterRejection } from './after-failure.ts';
import type { ClaimedRow } from './outbox-queue.ts';

const row: ClaimedRow = {
  lead: { ...someLead(), createdAt: 0 },
  attempts: 0,
  strategy: 0,
  sent: [],
  unknown_outcome: 0,
  rejections: null,
  refused_for: null,
};
const circumstances = { random: 1, pausedForMs: 0 };
const transient = { kind: 'transient', message: 'HTTP 503: x', unknown: false } as const;
const rejected = {
  kind: 'rejected',
  strategy: 1,
  rejection: { status: 403, type: 'NO', message: 'no' },
} as const;

test('a transient failure waits', () => {
  const failure = afterFailure({ ...row, attempts: 2 }, transient, circumstances);
  expect(failure).toMatchObject({
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
  expect(afterFailure(row, { ...transient, unknown: true }, circumstances).unknown_outcome).toBe(1);
  expect(afterRejection(before, { ...rejected, searching: true }).row.unknown_outcome).toBe(1);
  expect(afterFailure(before, transient, circumstances).unknown_outcome).toBe(1);
});

test('what was searched for in vain and then refused is nowhere', () => {
  const before = { ...row, unknown_outcome: 1 } as const;
  expect(afterRejection(before, rejected).row.unknown_outcome).toBe(0);
});

test('what may still be on its way is left time to land', () => {
  const hurried = { ...circumstances, random: 0 };
  expect(afterFailure(row, { ...transient, unknown: true }, hurried).retryInMs).toBe(5_000);
  expect(afterFailure(row, transient, hurried).retryInMs).toBe(500);
});

test('an attempt known to have stored nothing may be followed by a creation', () => {
  expect(afterFailure(row, transient, circumstances).unknown_outcome).toBe(0);
  expect(afterRejection(row, rejected).row.unknown_outcome).toBe(0);
});

test('refused by every strategy, it is tried again slowly', () => {
  const failure = afterFailure(row, rejected, circumstances);
  expect(failure).toMatchObject({ retryInMs: 900_000, refused: true, last_error: 'no' });
});

test('refused again, it waits as long as it has been refused', () => {
  const failure = afterFailure({ ...row, refused_for: 3_600_000 }, rejected, circumstances);
  expect(failure).toMatchObject({ refused: true, retryInMs: 3_600_000 });
});

test('the newest reason of each strategy is kept, in their order', () => {
  const rejections = JSON.stringify([
    { strategy: 1, status: 422, message: 'old' },
    { strategy: 3, status: 404, message: 'other' },
  ]);
  const refused = afterRejection({ ...row, rejections }, rejected);
  expect(JSON.parse(refused.row.rejections ?? '')).toEqual([
    { strategy: 1, status: 403, type: 'NO', message: 'no' },
    { strategy: 3, status: 404, message: 'other' },
  ]);
});
