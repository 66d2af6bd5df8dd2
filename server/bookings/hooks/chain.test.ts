import { expect, test } from 'vitest';
import { callNow, withNews } from './chain.ts';
import type { CallNews } from './hook.ts';

const time = (hour: number) => ({ start: hour, end: hour + 1 });

/** Calls that were moved twice, each webhook of which may come at any time. */
const CALLS: readonly { readonly news: readonly CallNews[]; readonly is: object }[] = [
  {
    news: [
      { kind: 'booked', uid: 'a', ...time(9) },
      { kind: 'moved', uid: 'a', next: 'b' },
      { kind: 'booked', uid: 'b', previous: 'a', ...time(7) },
      { kind: 'moved', uid: 'b', previous: 'a', next: 'c' },
      { kind: 'booked', uid: 'c', previous: 'b', ...time(8) },
    ],
    is: { kind: 'booked', ...time(8), isNoShow: false },
  },
  {
    news: [
      { kind: 'booked', uid: 'a', ...time(9) },
      { kind: 'booked', uid: 'b', previous: 'a', ...time(7) },
      { kind: 'booked', uid: 'c', previous: 'b', ...time(8) },
      { kind: 'cancelled', uid: 'c' },
    ],
    is: { kind: 'gone' },
  },
  {
    // Its host asked for another time: it looks cancelled until the visitor has chosen one.
    news: [
      { kind: 'booked', uid: 'a', ...time(9) },
      { kind: 'cancelled', uid: 'a' },
      { kind: 'booked', uid: 'b', previous: 'a', ...time(7) },
      { kind: 'no-show', uid: 'b' },
    ],
    is: { kind: 'booked', ...time(7), isNoShow: true },
  },
];

function orders<T>(all: readonly T[]): T[][] {
  if (all.length === 0) return [[]];
  return all.flatMap((one, index) => orders(all.toSpliced(index, 1)).map((rest) => [one, ...rest]));
}

test('a call is the same whatever the order of what is told of it, and however often', () => {
  for (const { news, is } of CALLS)
    for (const order of orders(news)) {
      let rows: ReturnType<typeof withNews> = [];
      for (const one of [...order, ...order]) rows = withNews(rows, one, null);
      expect(callNow(rows)).toMatchObject(is);
    }
});

test('a call that was moved is between two times until the new one is told', () => {
  const rows = withNews([], { kind: 'booked', uid: 'a', ...time(9) }, 'lead');
  const moved = withNews(rows, { kind: 'moved', uid: 'a', next: 'b' }, null);
  expect([callNow(rows).kind, callNow(moved).kind]).toEqual(['booked', 'between']);
  expect(moved.map(({ uid, previous, lead_id }) => [uid, previous, lead_id])).toEqual([
    ['a', null, 'lead'],
    ['b', 'a', null],
  ]);
});

test('names that lead in a circle end', () => {
  const one = withNews([], { kind: 'booked', uid: 'a', previous: 'b', ...time(9) }, null);
  expect(callNow(withNews(one, { kind: 'booked', uid: 'b', previous: 'a', ...time(9) }, null)).kind).toBe(
    'between',
  );
});
