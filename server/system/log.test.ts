import type { writeSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { LossyOutput } from './log.ts';

const MOST = 100;
const line = (index: number) => `line ${index}\n`.padStart(10);

/** An output of which `room` bytes fit into the pipe. */
function pipe() {
  const state = { room: 0, fault: undefined as string | undefined, read: '' };
  const write = (_fd: number, bytes: Buffer) => {
    if (state.fault !== undefined) throw Object.assign(new Error(), { code: state.fault });
    if (state.room === 0) throw Object.assign(new Error(), { code: 'EAGAIN' });
    const taken = bytes.subarray(0, state.room);
    state.room -= taken.length;
    state.read += taken;
    return taken.length;
  };
  const output = new LossyOutput(2, MOST, write as typeof writeSync);
  const resumed = vi.fn();
  output.onResumed = resumed;
  return { state, output, resumed };
}

test('lines wait for a reader who is behind, then are dropped and counted, and it says so when it goes on', async () => {
  const { state, output, resumed } = pipe();
  for (let index = 0; index < 13; index += 1) output.write(line(index));
  await vi.waitFor(() => expect(output.dropped).toBe(3));
  state.room = 25;
  await vi.waitFor(() => expect(state.read).toHaveLength(25));
  expect(resumed).not.toHaveBeenCalled();
  state.room = 1_000;
  await vi.waitFor(() => expect(resumed.mock.calls).toEqual([[3]]));
  expect(state.read).toBe(Array.from({ length: 10 }, (_, index) => line(index)).join(''));
  output.write(line(10));
  await vi.waitFor(() => expect(state.read.endsWith(line(10))).toBe(true));
  expect(resumed).toHaveBeenCalledOnce();
});

test.each(['ENOSPC', 'EPIPE', 'EIO', 'EBADF'])(
  'lines that fail with %s are counted, and end nothing',
  async (fault) => {
    const { state, output, resumed } = pipe();
    state.fault = fault;
    for (const index of [1, 2]) output.write(line(index));
    await vi.waitFor(() => expect(output.dropped).toBe(2));
    state.fault = undefined;
    state.room = 1_000;
    output.write(line(3));
    await vi.waitFor(() => expect(resumed.mock.calls).toEqual([[2]]));
    expect(state.read).toBe(line(3));
  },
);

test('the end of the process writes what waits, and does not wait for a reader who sleeps', () => {
  const { state, output } = pipe();
  output.write(line(1));
  state.room = 4;
  output.end();
  expect(state.read).toBe(line(1).slice(0, 4));
  state.room = 1_000;
  output.end();
  expect(state.read).toBe(line(1));
});
