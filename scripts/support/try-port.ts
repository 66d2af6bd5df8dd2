import { once } from 'node:events';
import { createServer } from 'node:net';

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
