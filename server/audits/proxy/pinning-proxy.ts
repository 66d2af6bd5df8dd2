import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { HostRefused, type VettedHosts } from '../../outgoing/vetted-hosts.ts';
import { carry, carryTunnel } from './carry.ts';
import { AUTHENTICATE, carriesCredentials } from './credentials.ts';
import { lines } from './headers.ts';
import { type LimitedLoad, type ProxyLimits, startLoad } from './load-limits.ts';
import { parseAuthority, readAbsolute, type Target } from './target.ts';

/** A request that the proxy did not carry out. */
export interface ProxyRefusal {
  /** `host:port`, or the request's method where it names none. */
  readonly target: string;
  readonly reason: 'form' | 'port' | 'limit' | HostRefused['reason'];
}

export interface PinningProxyOptions {
  readonly hosts: VettedHosts;
  readonly limits?: ProxyLimits;
  /** The only ports that it dials: 80 and 443, and in tests those of a trap. */
  readonly ports?: readonly number[] | undefined;
  readonly onRefusal?: ((refusal: ProxyRefusal) => void) | undefined;
}

export interface PinningProxy {
  /** `http://127.0.0.1:<port>` */
  readonly server: string;
  readonly username: string;
  readonly password: string;
  readonly refusals: readonly ProxyRefusal[];
  /** As the load under way says. */
  readonly bytes: LimitedLoad['bytes'];
  readonly isCut: LimitedLoad['isCut'];
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
  let load = nextLoad();

  const server = createServer({
    maxHeaderSize: 65_536,
    headersTimeout: Math.min(10_000, limits.lifeMs),
    requestTimeout: limits.lifeMs,
  });

  function refuse(target: string, reason: ProxyRefusal['reason']): void {
    if (refusals.length >= KEPT_REFUSALS) return;
    const refusal = { target: target.slice(0, 300), reason };
    refusals.push(refusal);
    onRefusal?.(refusal);
  }

  function nextLoad(): LimitedLoad {
    return startLoad(limits, (limit) => {
      refuse(limit, 'limit');
      endConnections();
    });
  }

  function endConnections(): void {
    for (const socket of sockets) socket.destroy();
  }

  function keep<T extends Duplex>(socket: T): T {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    if (load.isOver()) socket.destroy();
    return socket;
  }

  /**
   * A connection to the target, or the status that says why there is none.
   * @param form of the request, by which a refusal names one without a target
   */
  async function dial(target: Target | undefined, form: string, client: Duplex): Promise<Socket | number> {
    if (target === undefined) {
      refuse(form, 'form');
      return 400;
    }
    const name = `${target.host}:${target.port}`;
    if (!ports.includes(target.port)) {
      refuse(name, 'port');
      return 403;
    }
    if (!load.mayConnect()) {
      refuse(name, 'limit');
      return 503;
    }
    try {
      const upstream = keep(await hosts.connect(target.host, target.port));
      // Who asked for it may have gone meanwhile, and would end it no more.
      if (client.destroyed) upstream.destroy();
      return upstream;
    } catch (error) {
      refuse(name, error instanceof HostRefused ? error.reason : 'unreachable');
      // Whatever the reason: a page may ask for names, and see which of them exist.
      return 502;
    }
  }

  async function forward(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    if (!carriesCredentials(incoming, username, password)) {
      answer.writeHead(407, AUTHENTICATE).end();
      return;
    }
    const absolute = readAbsolute(incoming.url ?? '');
    const upstream = await dial(absolute?.target, incoming.method ?? '', incoming.socket);
    if (absolute === undefined || typeof upstream === 'number') {
      answer.writeHead(typeof upstream === 'number' ? upstream : 400, { connection: 'close' }).end();
      return;
    }
    load.watch(upstream, incoming);
    carry(incoming, absolute, upstream, answer);
  }

  async function tunnel(incoming: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    if (!carriesCredentials(incoming, username, password)) {
      client.end(`HTTP/1.1 407 Proxy Authentication Required\r\n${lines(AUTHENTICATE)}\r\n`);
      return;
    }
    const upstream = await dial(parseAuthority(incoming.url ?? ''), 'CONNECT', client);
    if (typeof upstream === 'number') {
      client.end(`HTTP/1.1 ${upstream} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    load.watch(upstream, client);
    carryTunnel(client, head, upstream);
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

  return {
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    username,
    password,
    refusals,
    bytes: () => load.bytes(),
    isCut: () => load.isCut(),
    renew() {
      load.end();
      endConnections();
      load = nextLoad();
    },
    async close() {
      load.end();
      endConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
