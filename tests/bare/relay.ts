import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import type { AtEnd } from '../service/temporary-folder.ts';

/**
 * The machine's only way out: a proxy for apt and npm on `host`. What is asked of it itself goes to `inside`.
 * @returns its origin
 */
export async function startRelay(host: string, inside: string, atEnd: AtEnd): Promise<string> {
  const server = createServer((asked, answer) => {
    const url = new URL(asked.url ?? '/', inside);
    const headers = { ...asked.headers, host: url.host };
    const onward = request(url, { method: asked.method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    onward.once('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
    asked.pipe(onward);
  });
  server.on('connect', (asked, socket, head) => {
    const { hostname, port } = new URL(`https://${asked.url}`);
    const onward = connect(Number(port || 443), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.write(head);
    });
    join(onward, socket as Socket);
  });
  server.listen(0, host);
  await once(server, 'listening');
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

/** Lets the machine reach what listens on this one's loopback `port`, by the same port of `host`. */
export async function forward(host: string, port: number, atEnd: AtEnd): Promise<void> {
  const server = createTcpServer((socket) => join(connect(port, '127.0.0.1'), socket));
  server.listen(port, host);
  await once(server, 'listening');
  atEnd(() => void server.close());
}

function join(one: Socket, other: Socket): void {
  for (const end of [one, other])
    end.on('error', () => {
      one.destroy();
      other.destroy();
    });
  one.pipe(other).pipe(one);
}
