import { expect, it } from 'vitest';
import { checkRunning } from './running.ts';

it('a server that does not answer is a finding, none at all is not', async () => {
  const failing = (name: string) => async () => {
    throw Object.assign(new Error(name), { name });
  };
  expect(await checkRunning(1, failing('TypeError'))).toEqual([]);
  expect(await checkRunning(1, failing('TimeoutError'))).toMatchObject([
    { weight: 'blocks', text: expect.stringContaining('pas répondu') },
  ]);
});

it('a server that cannot write is a finding', async () => {
  const unavailable = async () => new Response('{"status":"unavailable"}', { status: 503 });
  expect(await checkRunning(1, unavailable)).toMatchObject([
    { weight: 'blocks', text: expect.stringContaining('n’accepte pas d’écriture') },
  ]);
});
