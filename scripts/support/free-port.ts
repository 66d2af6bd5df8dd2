import { createServer } from 'node:net';

/** A port of this machine that was free a moment ago, for a program that cannot choose one itself. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(0, 'localhost', listening);
  });
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port');
  return address.port;
}
