import { setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { manualClock } from '../../tests/fakes/clock.ts';
import type { WorkLock } from '../store/postgres/work-lock.ts';
import { workInTurns } from './share-work.ts';
import type { Loops } from './start-loops.ts';

type Answer = Awaited<ReturnType<WorkLock['take']>>;

/** A server beside others: the test answers for the database. */
function server(answers: Answer[] = []) {
  const clock = manualClock();
  const seen: string[] = [];
  const locks: { lose(): void; silent: boolean }[] = [];
  const ended = Promise.withResolvers<void>();
  ended.resolve();
  const stops = [ended.promise];
  const open = async (): Promise<WorkLock> => {
    seen.push('connects');
    const lost = new AbortController();
    const lock = { lose: () => lost.abort(), silent: false };
    locks.push(lock);
    return {
      lost: lost.signal,
      take: async () => answers.shift() ?? 'taken',
      async beat() {
        if (lock.silent) throw new Error('Query read timeout');
        seen.push('beat');
      },
      close: async () => void seen.push('closes'),
    };
  };
  const begin = () => {
    seen.push('begins');
    return {
      stop(graceMs?: number) {
        seen.push(`stops${graceMs === 0 ? ' at once' : ''}`);
        return stops.shift() ?? Promise.resolve();
      },
    } as Loops;
  };
  const work = workInTurns(open, { clock, log: pino({ enabled: false }), begin });
  onTestFinished(() => void work.stop());
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 100) {
      for (let turns = 0; turns < 3; turns += 1) await turn();
      clock.advance(100);
    }
    for (let turns = 0; turns < 3; turns += 1) await turn();
  };
  return { work, seen, locks, stops, pass };
}

test('a server that has the lock works and says so every five seconds; told to stop, it gives the lock back after its loops', async () => {
  const { work, seen, pass } = server();
  await pass(100);
  expect(work.loops()).toBeDefined();
  await pass(10_000);
  await work.stop();
  expect(seen).toEqual(['connects', 'begins', 'beat', 'beat', 'stops', 'closes']);
});

test('one that waits for the lock works as soon as it has it', async () => {
  const { work, seen, pass } = server(['held', 'held', 'ended', 'taken']);
  await pass(500);
  expect(work.loops()).toBeUndefined();
  await pass(200);
  expect(seen).toEqual(['connects', 'begins']);
});

test.each([
  ['is cut', (lock: { lose(): void }) => lock.lose()],
  [
    'answers no more',
    (lock: { silent: boolean }) => {
      lock.silent = true;
    },
  ],
])(
  'when its connection %s, nothing more leaves, and nothing begins before all has ended',
  async (_, breaks) => {
    const { work, seen, locks, stops, pass } = server();
    const ends = Promise.withResolvers<void>();
    stops.unshift(ends.promise);
    await pass(100);
    breaks(locks[0] as (typeof locks)[number] & never);
    await pass(5_000);
    expect(work.loops()).toBeUndefined();
    expect(seen).toEqual(['connects', 'begins', 'stops at once']);
    ends.resolve();
    await pass(2_100);
    expect(seen.slice(3)).toEqual(['closes', 'connects', 'begins']);
  },
);

test('the loops of a cut connection are told in the same turn, before anything that was waiting goes on', async () => {
  const { seen, locks, pass } = server();
  await pass(100);
  locks[0]?.lose();
  await Promise.resolve().then(() => {});
  for (let microtasks = 0; microtasks < 10; microtasks += 1) await Promise.resolve();
  expect(seen).toContain('stops at once');
});
