import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the operating system's ephemeral ports (from 32768 on Linux, from 49152 elsewhere). The system assigns those to
 * any program that asks for port 0, so that one found free there may be taken a moment later.
 */
const RANGE = { from: 11_000, to: 32_767 };

let next = randomInt(RANGE.from, RANGE.to);

/** A port that nothing on this machine listens on, for a program that cannot choose one itself. Never the same twice. */
export async function freePort(): Promise<number> {
  for (let tried = RANGE.from; tried < RANGE.to; tried += 1) {
    const port = next;
    next = next === RANGE.to ? RANGE.from : next + 1;
    // On every address: a program that listens on only one of them may be in the way of another.
    const free = await tryPort(port).then(
      () => true,
      () => false,
    );
    if (free) return port;
  }
  throw new Error(`Every port from ${RANGE.from} to ${RANGE.to} is taken`);
}

/**
 * Listens on a port for a moment.
 * @param host every address of the machine when absent
 * @throws the system's error, such as EADDRINUSE, when nothing can listen there
 */
export async function tryPort(port: number, host?: string): Promise<void> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}
