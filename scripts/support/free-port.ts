import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Where ports are looked for: below those that a system hands out itself (from 32768 on Linux, from 49152 elsewhere).
 * One of those, found free, is handed to the next program that asks for any port.
 */
const RANGE = { from: 11_000, to: 32_767 };

let next = randomInt(RANGE.from, RANGE.to);

/** A port that nothing on this machine listens on, for a program that cannot choose one itself. Never the same twice. */
export async function freePort(): Promise<number> {
  for (let tried = RANGE.from; tried < RANGE.to; tried += 1) {
    const port = next;
    next = next === RANGE.to ? RANGE.from : next + 1;
    if (await canListen(port)) return port;
  }
  throw new Error(`Every port from ${RANGE.from} to ${RANGE.to} is taken`);
}

/** On every address of the machine: a program that listens on only one of them may be in the way of another. */
function canListen(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
