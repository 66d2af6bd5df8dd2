import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { endToEnd } from './headers.ts';
import type { AbsoluteForm } from './target.ts';

/** Sends a browser's request over `upstream`, and the site's answer back; 502 where that is none. */
export function carry(
  incoming: IncomingMessage,
  absolute: AbsoluteForm,
  upstream: Socket,
  answer: ServerResponse,
): void {
  const outgoing = request({
    createConnection: () => upstream,
    method: incoming.method,
    path: absolute.path,
    headers: { ...endToEnd(incoming.headers), host: absolute.authority, connection: 'close' },
  });
  const fail = () => {
    if (answer.headersSent) answer.destroy();
    else answer.writeHead(502, { connection: 'close' }).end();
  };
  outgoing.on('response', (response) => {
    response.on('error', () => answer.destroy());
    try {
      passOn(response, answer);
    } catch {
      fail();
    }
  });
  outgoing.on('error', fail);
  // An answer 101 ends the request with neither an answer nor an error.
  outgoing.on('close', () => {
    if (!answer.headersSent) fail();
  });
  answer.on('error', () => answer.destroy());
  answer.on('close', () => upstream.destroy());
  incoming.on('error', () => outgoing.destroy());
  incoming.pipe(outgoing);
}

/** Throws where the site's status or headers are none that may be sent. */
function passOn(response: IncomingMessage, answer: ServerResponse): void {
  const { statusCode = 0, headers } = response;
  if (statusCode < 200 || statusCode > 599) throw new Error(`${statusCode} is no status of an answer`);
  answer.writeHead(statusCode, endToEnd(headers));
  response.pipe(answer);
}

/**
 * Joins a browser with a site, neither of which is read here.
 * @param head what the browser sent along with its request for the tunnel
 */
export function carryTunnel(client: Duplex, head: Buffer, upstream: Socket): void {
  client.write('HTTP/1.1 200 Connection established\r\n\r\n');
  if (head.length > 0) upstream.write(head);
  upstream.pipe(client).pipe(upstream);
  client.on('close', () => upstream.destroy());
  // Not destroyed: the last of what the site has sent still waits for a browser that reads slowly.
  upstream.on('close', () => client.resume().end());
}
