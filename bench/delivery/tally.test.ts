import { expect, test } from 'vitest';
import { someLeads } from '../../tests/fakes/leads.ts';
import { tally } from './tally.ts';

const record = (userId: string) => ({ id: `rec${userId}`, createdTime: '', fields: { ID: userId } });

test('counts what arrived, what is missing and what stands twice', () => {
  const leads = someLeads(3);
  const [first = '', second = ''] = leads.map(({ userId }) => userId);
  const records = [record(first), record(second), record(second), record(second)];
  expect(tally(leads, records)).toEqual({ arrived: 2, missing: 1, duplicates: 2 });
});
