import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { manualClock } from '../../../tests/fakes/clock.ts';
import type { AirtableConfig } from '../../config/config.ts';
import { Secret } from '../../config/secrets.ts';
import { PAUSED, pacedSender } from './paced-sender.ts';

/** A sender on a clock that stands still, to a provider that answers when the test says so. */
function paced(waitMs = 0) {
  const clock = manualClock();
  const answers: ((status: number) => void)[] = [];
  const fetching = vi.fn(
    () =>
      new Promise<Response>((resolve) => {
        answers.push((status) => resolve(new Response('{}', { status })));
      }),
  );
  vi.stubGlobal('fetch', fetching);
  onTestFinished(() => void vi.unstubAllGlobals());
  const settings = { token: new Secret('pat'), apiUrl: 'http://127.0.0.1', baseId: 'app' } as AirtableConfig;
  const { send, pausedUntil } = pacedSender(settings, clock, undefined, clock.now() + waitMs);
  const stopping = new AbortController();
  return {
    ...{ clock, answers, pausedUntil, stopping },
    sent: () => fetching.mock.calls.length,
    send: (until = Number.POSITIVE_INFINITY) =>
      send({ path: 'table', read: () => true }, { signal: stopping.signal, until }),
    async pass(ms: number) {
      for (let left = ms; left > 0; left -= 10) {
        clock.advance(10);
        for (let turns = 0; turns < 4; turns += 1) await turn();
      }
    },
  };
}

test('a permit is free again one second after its request was answered, however late the answer came', async () => {
  const { answers, sent, send, pass } = paced();
  for (let request = 0; request < 6; request += 1) void send();
  await pass(9_000);
  expect(sent()).toBe(5);
  answers[0]?.(200);
  await pass(990);
  expect(sent()).toBe(5);
  await pass(100);
  expect(sent()).toBe(6);
});

test('no request leaves before the time from which it may', async () => {
  const { sent, send, pass } = paced(1_000);
  void send();
  await pass(990);
  expect(sent()).toBe(0);
  await pass(20);
  expect(sent()).toBe(1);
});

test('requests are spread evenly, and time that passed unused is not saved up', async () => {
  const { sent, send, pass } = paced();
  await pass(60_000);
  for (let request = 0; request < 3; request += 1) void send();
  await pass(210);
  expect(sent()).toBe(1);
  await pass(20);
  expect(sent()).toBe(2);
  await pass(220);
  expect(sent()).toBe(3);
});

test('a pause holds back what waits for its turn, and what has a turn later', async () => {
  const { clock, answers, sent, send, pass, pausedUntil } = paced();
  void send();
  const second = send();
  await pass(100);
  answers[0]?.(429);
  await pass(10_000);
  expect(await second).toMatchObject({ kind: 'transient', message: PAUSED, unknown: false });
  expect(await send()).toMatchObject({ message: PAUSED });
  expect(pausedUntil()).toBeGreaterThan(clock.now() + 19_000);
  await pass(20_500);
  void send();
  await pass(10);
  expect(sent()).toBe(2);
});

test('whoever is told to stop, or stood still until others may have the leads, sends nothing and keeps no permit', async () => {
  const { clock, answers, sent, send, pass, stopping } = paced();
  void send();
  const late = send(clock.now() + 60_000);
  clock.advance(55_000);
  expect(await late).toMatchObject({ kind: 'transient', unknown: false });
  for (let request = 0; request < 4; request += 1) void send();
  await pass(1_000);
  expect([sent(), answers.length]).toEqual([5, 5]);
  const sixth = send();
  stopping.abort();
  expect(await sixth).toMatchObject({ kind: 'transient', unknown: false });
  expect(sent()).toBe(5);
});
