import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ResponseHead, responseReader } from '../../outgoing/tolerant-response.ts';
import { endToEnd } from './headers.ts';
import type { AbsoluteForm } from './target.ts';

/**
 * Sends a browser's request over `upstream`, and the site's answer back; 502 where that is none. The answer is read as
 * browsers read it: what Node's parser refuses is a page to whoever asks the site without this proxy.
 */
export function carry(
  incoming: IncomingMessage,
  absolute: AbsoluteForm,
  upstream: Socket,
  answer: ServerResponse,
): void {
  const fail = () => {
    if (answer.headersSent) answer.destroy();
    else answer.writeHead(502, { connection: 'close' }).end();
  };
  const reader = responseReader(
    {
      head: (head) => void answer.writeHead(head.status, answerHeaders(head)),
      body(piece) {
        if (!answer.write(piece)) upstream.pause();
      },
      end(complete) {
        // What a site owes stays owed: the browser sees that the connection ends before its time.
        if (!complete) answer.once('finish', () => answer.destroy());
        answer.end();
        upstream.destroy();
      },
    },
    incoming.method === 'HEAD',
  );
  const read = (step: () => void) => {
    try {
      step();
    } catch {
      fail();
    }
  };
  const close = () => read(() => reader.close());
  upstream.on('data', (chunk: Buffer) => read(() => reader.push(chunk)));
  upstream.once('end', close).once('close', close);
  answer.on('drain', () => upstream.resume());
  answer.on('error', () => answer.destroy());
  answer.on('close', () => upstream.destroy());
  incoming.on('error', () => upstream.destroy());
  send(incoming, absolute, upstream);
}

function send(incoming: IncomingMessage, { authority, path }: AbsoluteForm, upstream: Socket): void {
  const headers = { ...endToEnd(incoming.headers), host: authority, connection: 'close' };
  const isChunked = incoming.headers['transfer-encoding'] !== undefined;
  const lines = Object.entries({ ...headers, ...(isChunked && { 'transfer-encoding': 'chunked' }) }).flatMap(
    ([name, value]) => [value ?? []].flat().map((one) => `${name}: ${one}\r\n`),
  );
  upstream.write(`${incoming.method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
  incoming.on('data', (chunk: Buffer) => {
    const framed = isChunked ? [`${chunk.length.toString(16)}\r\n`, chunk, '\r\n'] : [chunk];
    const flows = framed.map((part) => upstream.write(part)).every(Boolean);
    if (!flows) incoming.pause();
  });
  upstream.on('drain', () => incoming.resume());
  incoming.once('end', () => {
    if (isChunked) upstream.write('0\r\n\r\n');
  });
}

/** Throws where the site's status is none that may be sent. */
function answerHeaders({ status, headers }: ResponseHead): OutgoingHttpHeaders {
  if (status < 200 || status > 599) throw new Error(`${status} is no status of an answer`);
  const said: OutgoingHttpHeaders = {};
  // Node refuses to write control characters; browsers take a value without them.
  for (const [name, values] of headers.entries())
    said[name] = values.map((value) => value.replace(/[^\t\x20-\x7e\x80-\xff]/g, ''));
  const length = headers.get('transfer-encoding')
    ? undefined
    : /^\d+/.exec(headers.get('content-length') ?? '')?.[0];
  const { 'content-length': _, ...others } = endToEnd({ ...said, connection: headers.get('connection') });
  return { ...others, ...(length !== undefined && { 'content-length': length }) };
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
