import { expect, it } from 'vitest';
import { CELL_MINUTES } from '#domain/availability.ts';
import { minutesOf } from '#domain/opening-hours.ts';
import { availability } from './availability.ts';

it('counts time in whole cells, so that what is booked covers what was offered', () => {
  const { minutes, everyMinutes, bufferMinutes, hours } = availability;
  const walls = hours.flatMap(({ opens, closes }) => [minutesOf(opens), minutesOf(closes)]);
  for (const number of [minutes, everyMinutes, bufferMinutes, ...walls])
    expect(number % CELL_MINUTES).toBe(0);
  expect(minutes).toBeGreaterThan(0);
  expect(everyMinutes).toBeGreaterThan(0);
});

it('gives at least the notice by which the slowest calendar feed is late', () => {
  expect(availability.noticeHours).toBeGreaterThanOrEqual(3);
});
