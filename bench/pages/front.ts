import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { Certificate } from '../../tests/deploy/certificate.ts';

type Handler = (request: Http2ServerRequest, response: Http2ServerResponse) => void;

export interface Front {
  /** For example `https://127.0.0.1:40123`. */
  readonly url: string;
  close(): void;
}

/** Serves over TLS and HTTP/2 on a free port of the loopback address, as a proxy in production does. */
export async function serveSecurely({ keyFile, ca }: Certificate, handler: Handler): Promise<Front> {
  const server = createSecureServer({ key: readFileSync(keyFile), cert: ca, allowHTTP1: true }, handler);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `https://127.0.0.1:${port}`, close: () => server.close() };
}

/** Headers of one connection, which HTTP/2 forbids (RFC 9113, section 8.2.2). */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade']);

/** Passes everything on to a plain HTTP server, bytes untouched: what it compressed stays compressed. */
export function passOn(to: string): Handler {
  const { hostname, port, host } = new URL(to);
  return (incoming, outgoing) => {
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).filter(([name]) => !name.startsWith(':') && !OF_CONNECTION.has(name)),
    );
    const { method, url: path } = incoming;
    const onward = request({ hostname, port, path, method, headers: { ...headers, host } }, (answer) => {
      for (const [name, value] of Object.entries(answer.headers))
        if (value !== undefined && !OF_CONNECTION.has(name)) outgoing.setHeader(name, value);
      outgoing.writeHead(answer.statusCode ?? 502);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(onward);
  };
}
