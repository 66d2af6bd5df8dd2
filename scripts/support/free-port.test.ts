import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from './free-port.ts';

it('a free port is none that the system assigns, is used, or was given before', async () => {
  const first = await freePort();
  const other = createServer().listen(first + 1, '127.0.0.1');
  await once(other, 'listening').catch(() => 'taken by another program already');
  onTestFinished(() => void other.close());

  const ports = [first];
  for (let i = 0; i < 20; i += 1) ports.push(await freePort());
  expect(Math.max(...ports)).toBeLessThan(32_768);
  expect(new Set(ports).size).toBe(21);
  expect(ports).not.toContain(first + 1);
});
