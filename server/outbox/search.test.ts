import { expect, test } from 'vitest';
import { matchRecords } from './search.ts';

const candidate = (id: string, exact = false) => ({ id, exact });
const lead = (leadId: string, ...candidates: { id: string; exact: boolean }[]) => ({ leadId, candidates });
const none = new Set<string>();

test('a record that is somebody’s already is nobody else’s', () => {
  const sought = [lead('b', candidate('recA', true), candidate('recB'))];
  expect([...matchRecords(sought, new Set(['recA']))]).toEqual([['b', 'recB']]);
  expect(matchRecords(sought, new Set(['recA', 'recB'])).size).toBe(0);
});

test('a record that somebody renamed is still known again', () => {
  expect([...matchRecords([lead('a', candidate('recA'))], none)]).toEqual([['a', 'recA']]);
});

test('whoever finds its own words takes that record, whatever the order', () => {
  const sought = [
    lead('a', candidate('rec1'), candidate('rec2')),
    lead('b', candidate('rec1', true), candidate('rec2')),
  ];
  expect([...matchRecords(sought, none)].toSorted()).toEqual([
    ['a', 'rec2'],
    ['b', 'rec1'],
  ]);
});

test('of several without their words left, the older lead has the older record, and each record goes once', () => {
  const sought = ['a', 'b', 'c'].map((id) => lead(id, candidate('rec1'), candidate('rec2')));
  expect([...matchRecords(sought, none)]).toEqual([
    ['a', 'rec1'],
    ['b', 'rec2'],
  ]);
});

test('two that say the very same take one each', () => {
  const both = [candidate('rec1', true), candidate('rec2', true)];
  expect([...matchRecords([lead('a', ...both), lead('b', ...both)], none)]).toEqual([
    ['a', 'rec1'],
    ['b', 'rec2'],
  ]);
});

test('where only the very words count, another record is left alone', () => {
  const sought = [lead('a', candidate('rec1'), candidate('rec2', true)), lead('b', candidate('rec1'))];
  expect([...matchRecords(sought, none, true)]).toEqual([['a', 'rec2']]);
});
