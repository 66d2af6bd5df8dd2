import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A network between a browser and the site that can be made to swallow what it is asked. */
export interface StallingProxy {
  readonly url: string;
  /** From here on requests that `swallows` names are taken and never answered; all others pass. */
  stall(swallows: (request: IncomingMessage) => boolean): void;
  /** Breaks off every answer under way to a request that `breaks` names. */
  cut(breaks: (request: IncomingMessage) => boolean): void;
  /** Resolves once a request below `path` has been swallowed. */
  stalled(path: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts one before the site at `siteUrl`; again at the same address with the `port` of one that is closed. What browsers ask for by themselves (ahead, or in no page)
 * passes here too.
 */
export async function startStallingProxy(siteUrl: string, port = 0): Promise<StallingProxy> {
  let swallows: (request: IncomingMessage) => boolean = () => false;
  const waiting = new Map<string, () => void>();
  const underWay = new Map<IncomingMessage, ServerResponse>();
  const server = createServer((incoming, outgoing) => {
    if (swallows(incoming)) {
      for (const [path, tell] of waiting) if (incoming.url?.startsWith(path)) tell();
      return;
    }
    underWay.set(incoming, outgoing);
    const { method, headers, url } = incoming;
    const onward = request(new URL(url ?? '/', siteUrl), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => {
      underWay.delete(incoming);
      onward.destroy();
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stall: (which) => {
      swallows = which;
    },
    cut(breaks) {
      for (const [incoming, outgoing] of underWay) if (breaks(incoming)) outgoing.destroy();
    },
    stalled: (path) => new Promise((resolve) => waiting.set(path, resolve)),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
