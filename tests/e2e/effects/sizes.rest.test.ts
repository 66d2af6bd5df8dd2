import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Weighed, weigh } from './weigh-effect.ts';

const dist = join(import.meta.dirname, '../../../dist');

it.each<[Weighed, number]>([
  ['fluid', 4096],
  ['silk', 2048],
  ['sparkle', 2048],
])('%s weighs no more than %i bytes in what visitors get', (effect, most) => {
  expect(weigh(dist, effect).own).toBeLessThanOrEqual(most);
});

it('the helper that puts effects into workers stays small', () => {
  const { helper } = weigh(dist, 'sparkle');
  expect(helper).toBeGreaterThan(0);
  expect(helper).toBeLessThanOrEqual(1280);
});
