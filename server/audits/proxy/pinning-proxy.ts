import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { HostRefused, type VettedHosts } from '../address/vetted-hosts.ts';
import { carry } from './carry.ts';
import { AUTHENTICATE, carriesCredentials } from './credentials.ts';
import { lines } from './headers.ts';
import { meter } from './meter.ts';
import { parseAuthority, readAbsolute, type Target } from './target.ts';

/** A request that the proxy did not carry out. */
export interface ProxyRefusal {
  /** `host:port`, or the request's method where it names none. */
  readonly target: string;
  readonly reason: 'credentials' | 'form' | 'port' | 'limit' | HostRefused['reason'];
}

/** Of one load: `renew` begins the next. */
export interface ProxyLimits {
  /** Of both directions together. */
  readonly bytes: number;
  readonly connections: number;
  readonly lifeMs: number;
}

export interface PinningProxyOptions {
  readonly hosts: VettedHosts;
  readonly limits?: ProxyLimits;
  /** The only ports that it dials. */
  readonly ports?: readonly number[];
  readonly onRefusal?: (refusal: ProxyRefusal) => void;
}

export interface PinningProxy {
  /** `http://127.0.0.1:<port>` */
  readonly server: string;
  readonly username: string;
  readonly password: string;
  readonly refusals: readonly ProxyRefusal[];
  /** Bytes carried by this load so far, both directions. */
  readonly bytes: () => number;
  /** Whether a limit has kept this load from something. */
  readonly isCut: () => boolean;
  /** Ends every connection; the next load has all limits to itself. */
  readonly renew: () => void;
  /** Ends every connection. */
  readonly close: () => Promise<void>;
}

export const PROXY_LIMITS: ProxyLimits = { bytes: 25_000_000, connections: 300, lifeMs: 45_000 };
const KEPT_REFUSALS = 500;

/**
 * The only way out of an audit's browser: a forward proxy on the loopback address that dials nothing but vetted
 * numbers. It takes requests in absolute form and CONNECT, with credentials that are its own, to ports 80 and 443.
 */
export async function openPinningProxy(options: PinningProxyOptions): Promise<PinningProxy> {
  const { hosts, limits = PROXY_LIMITS, ports = [80, 443], onRefusal } = options;
  const [username, password] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')];
  const refusals: ProxyRefusal[] = [];
  const sockets = new Set<Duplex>();
  let carried = meter(limits.bytes, () => stop('bytes'));
  let connections = 0;
  let stopped = false;
  let cut = false;

  const server = createServer({
    maxHeaderSize: 65_536,
    headersTimeout: Math.min(10_000, limits.lifeMs),
    requestTimeout: limits.lifeMs,
  });

  function refuse(target: string, reason: ProxyRefusal['reason']): void {
    if (reason === 'limit') cut = true;
    if (refusals.length >= KEPT_REFUSALS) return;
    const refusal = { target: target.slice(0, 300), reason };
    refusals.push(refusal);
    onRefusal?.(refusal);
  }

  function stop(target: string): void {
    if (stopped) return;
    stopped = true;
    refuse(target, 'limit');
    for (const socket of sockets) socket.destroy();
  }

  function keep<T extends Duplex>(socket: T): T {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    if (stopped) socket.destroy();
    return socket;
  }

  /** A connection to the target, or the status that says why there is none. */
  async function dial(target: Target | undefined, form: string): Promise<Socket | number> {
    if (target === undefined) {
      refuse(form, 'form');
      return 400;
    }
    const name = `${target.host}:${target.port}`;
    if (!ports.includes(target.port)) {
      refuse(name, 'port');
      return 403;
    }
    if (stopped || connections >= limits.connections) {
      refuse(name, 'limit');
      return 503;
    }
    connections += 1;
    try {
      return keep(await hosts.connect(target.host, target.port));
    } catch (error) {
      const reason = error instanceof HostRefused ? error.reason : 'unreachable';
      refuse(name, reason);
      return reason === 'not-public' ? 403 : 502;
    }
  }

  async function forward(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    if (!carriesCredentials(incoming, username, password)) {
      answer.writeHead(407, AUTHENTICATE).end();
      return;
    }
    const absolute = readAbsolute(incoming.url ?? '');
    const upstream = await dial(absolute?.target, incoming.method ?? '');
    if (absolute === undefined || typeof upstream === 'number') {
      answer.writeHead(typeof upstream === 'number' ? upstream : 400, { connection: 'close' }).end();
      return;
    }
    carried.watch(upstream);
    carry(incoming, absolute, upstream, answer);
  }

  async function tunnel(incoming: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    if (!carriesCredentials(incoming, username, password)) {
      client.end(`HTTP/1.1 407 Proxy Authentication Required\r\n${lines(AUTHENTICATE)}\r\n`);
      return;
    }
    const upstream = await dial(parseAuthority(incoming.url ?? ''), 'CONNECT');
    if (typeof upstream === 'number') {
      client.end(`HTTP/1.1 ${upstream} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    carried.watch(upstream);
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    if (head.length > 0) upstream.write(head);
    upstream.pipe(client).pipe(upstream);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  }

  server.on('connection', keep);
  server.on('request', (incoming, answer) => void forward(incoming, answer).catch(() => answer.destroy()));
  server.on('connect', (incoming, client, head) => {
    void tunnel(incoming, client, head).catch(() => client.destroy());
  });
  server.on('upgrade', (incoming, client) => {
    refuse(incoming.url ?? '', 'form');
    client.destroy();
  });
  server.on('clientError', (_error, client) => client.destroy());
  // A connection that could not be taken, for want of files, is the browser's loss alone.
  server.on('error', () => {});

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const untilEnd = () => setTimeout(() => stop('time'), limits.lifeMs).unref();
  let end = untilEnd();

  return {
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    username,
    password,
    refusals,
    bytes: () => carried.total(),
    isCut: () => cut,
    renew() {
      for (const socket of sockets) socket.destroy();
      clearTimeout(end);
      carried = meter(limits.bytes, () => stop('bytes'));
      connections = 0;
      stopped = false;
      cut = false;
      end = untilEnd();
    },
    async close() {
      stopped = true;
      clearTimeout(end);
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
