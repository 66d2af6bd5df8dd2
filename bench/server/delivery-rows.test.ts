import { expect, test } from 'vitest';
import { someLeads } from '../../tests/fakes/leads.ts';
import { silences, tally } from './delivery-rows.ts';

const record = (userId: string) => ({ id: `rec${userId}`, createdTime: '', fields: { ID: userId } });

test('counts what arrived, what is missing and what stands twice', () => {
  const leads = someLeads(3);
  const [first = '', second = ''] = leads.map(({ userId }) => userId);
  const records = [record(first), record(second), record(second), record(second)];
  expect(tally(leads, records)).toEqual({ arrived: 2, missing: 1, duplicates: 2 });
});

test('a silence is a gap that no pace explains', () => {
  expect(silences([])).toBe(0);
  expect(silences([0, 220, 440, 30_440, 30_660, 61_000])).toBe(2);
});
