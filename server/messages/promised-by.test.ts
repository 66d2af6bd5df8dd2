import { expect, it } from 'vitest';
import { office } from '#content/office.ts';
import { promises } from '#content/promises/promises.ts';
import { deadlineOf } from '#domain/promise.ts';
import { promisesMade } from './promised-by.ts';

it('an event stores the deadline of each promise that it makes', () => {
  const at = Date.parse('2026-11-24T09:00:00Z');
  expect(promisesMade('received', at)).toEqual({
    until: { answer: deadlineOf(promises.answer, at, office), audit: deadlineOf(promises.audit, at, office) },
  });
  expect(promisesMade('erasure-requested', at)).toEqual({ until: { erasure: at + 30 * 86_400_000 } });
  expect(promisesMade('answered', at)).toEqual({ until: {} });
});
