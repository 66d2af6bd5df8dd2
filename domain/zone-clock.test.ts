import { describe, expect, it } from 'vitest';
import { localMoment } from './opening-hours.ts';
import { momentByClock, zoneClock } from './zone-clock.ts';

const from = new Date('2026-01-01T00:00Z');
const to = new Date('2029-01-01T00:00Z');

describe.each(['Europe/Zurich', 'America/New_York', 'Pacific/Auckland', 'Asia/Kolkata'])('%s', (zone) => {
  const clock = zoneClock(zone, from, to);

  it('says what the platform says, around every change and between', () => {
    const changes = clock.filter((_, i) => i % 2 === 1).map((second) => second * 1000);
    const around = changes.slice(0, -1).flatMap((at) => [at - 60_000, at - 1000, at, at + 60_000]);
    const between = Array.from({ length: 500 }, (_, i) => from.getTime() + i * 189_000_000);
    for (const at of [...around, ...between].map((ms) => new Date(ms)))
      expect([at, momentByClock(at, clock)]).toEqual([at, localMoment(at, zone)]);
  });
});

it('knows the two changes of a Swiss year to the second', () => {
  const clock = zoneClock('Europe/Zurich', from, new Date('2027-01-01T00:00Z'));
  const seconds = (time: string) => Date.parse(time) / 1000;
  expect(clock).toEqual([
    60,
    seconds('2026-03-29T01:00Z'),
    120,
    seconds('2026-10-25T01:00Z'),
    60,
    seconds('2027-01-01T00:00Z'),
  ]);
});

it('says nothing beyond its end, nor without a table', () => {
  expect(momentByClock(to, zoneClock('Europe/Zurich', from, to))).toBeUndefined();
  expect(momentByClock(from, [])).toBeUndefined();
});
