import { expect, test } from 'vitest';
import { askPatiently } from './open-database.ts';

/** A clock that only waiting moves on. */
function stillClock() {
  let at = 0;
  return {
    now: () => at,
    async wait(ms: number) {
      at += ms;
    },
  };
}

test('a query that succeeds late is accepted', async () => {
  const clock = stillClock();
  const ask = async () => {
    if (clock.now() < 3_000) throw new Error('timeout exceeded when trying to connect');
    return 'key';
  };
  expect(await askPatiently(ask, clock)).toBe('key');
});

test('a query that fails for ten seconds refuses the start in one line', async () => {
  const clock = stillClock();
  const ask = () => Promise.reject(new Error('disk\nfull'));
  const refused = await askPatiently(ask, clock).catch((error: unknown) => error);
  expect(refused).toMatchObject({ name: 'StartRefused' });
  expect(String((refused as Error).message)).toMatch(/^La base .*\(disk full\).*intacts.*relancez\.$/);
  expect(clock.now()).toBe(10_000);
});
