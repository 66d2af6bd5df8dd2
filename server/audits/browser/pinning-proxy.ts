import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex, Readable } from 'node:stream';
import { type ResponseHead, responseReader } from '../../outgoing/tolerant-response.ts';
import { bareHost } from '../../outgoing/typed-address.ts';
import { HostRefused, type VettedHosts } from '../../outgoing/vetted-hosts.ts';

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

export type PinningProxy = Awaited<ReturnType<typeof openPinningProxy>>;

export const PROXY_LIMITS: ProxyLimits = { bytes: 25_000_000, connections: 300, lifeMs: 45_000 };
const KEPT_REFUSALS = 500;

/**
 * The only way out of an audit's browser: a forward proxy on the loopback address that dials nothing but vetted
 * numbers. It takes requests in absolute form and CONNECT, with credentials that are its own, to ports 80 and 443.
 */
export async function openPinningProxy(options: PinningProxyOptions) {
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

  function nextLoad() {
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
      client.end(`HTTP/1.1 407 Proxy Authentication Required\r\n${headerLines(AUTHENTICATE)}\r\n`);
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
    refusals: refusals as readonly ProxyRefusal[],
    /** As the load under way says. */
    bytes: () => load.bytes(),
    isCut: () => load.isCut(),
    /** Ends every connection; the next load has all limits to itself. */
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

/** What one load of a page may take through the proxy. */
interface ProxyLimits {
  /** Of both directions and all connections together. */
  readonly bytes: number;
  readonly connections: number;
  readonly lifeMs: number;
}

/**
 * One load of a page, held to its limits.
 * @param onOver called once, when the bytes or the time are used up
 */
function startLoad(limits: ProxyLimits, onOver: (limit: 'bytes' | 'time') => void) {
  const sockets = new Set<Socket>();
  let closedBytes = 0;
  let connections = 0;
  let isCut = false;
  let isOver = false;

  function cut(limit: 'bytes' | 'time'): void {
    if (isOver) return;
    isCut = true;
    isOver = true;
    onOver(limit);
  }

  /** Carried so far, both directions. */
  const bytes = () => [...sockets].reduce((sum, socket) => sum + moved(socket), closedBytes);
  const check = () => {
    if (bytes() > limits.bytes) cut('bytes');
  };
  const life = setTimeout(cut, limits.lifeMs, 'time').unref();

  return {
    /** Whether one more connection may be opened, which is counted then. */
    mayConnect() {
      const may = !isOver && connections < limits.connections;
      if (may) connections += 1;
      else isCut = true;
      return may;
    },
    /** Counts what a connection to a site carries from now on; `sent` is what the browser sends over it. */
    watch(upstream: Socket, sent: Readable) {
      sockets.add(upstream);
      upstream.on('data', check);
      sent.on('data', check);
      upstream.on('close', () => {
        if (sockets.delete(upstream)) closedBytes += moved(upstream);
      });
    },
    bytes,
    /** Whether a limit has kept this load from something. */
    isCut: () => isCut,
    /** Whether nothing may pass any more. */
    isOver: () => isOver,
    end() {
      isOver = true;
      clearTimeout(life);
    },
  };
}

function moved(socket: Socket): number {
  return socket.bytesRead + socket.bytesWritten;
}

interface Target {
  readonly host: string;
  readonly port: number;
}

/** `host:port` of a CONNECT (RFC 9110, section 9.3.6), with brackets around IPv6. */
function parseAuthority(text: string): Target | undefined {
  if (!/^(\[[0-9a-f:.]+\]|[a-z0-9._-]+):\d{1,5}$/i.test(text)) return undefined;
  // The parser of the browser's own standard, so that 0x7f.1 is seen for what it is.
  const url = URL.parse(`http://${text}/`);
  if (url === null) return undefined;
  return { host: bareHost(url), port: Number(text.slice(text.lastIndexOf(':') + 1)) };
}

interface AbsoluteForm {
  readonly target: Target;
  /** Path and query. */
  readonly path: string;
  /** What stands in `Host`. */
  readonly authority: string;
}

/** A request's target in absolute form (RFC 9112, section 3.2.2); `http` only, without credentials. */
function readAbsolute(text: string): AbsoluteForm | undefined {
  const url = URL.parse(text);
  if (url === null || url.protocol !== 'http:' || `${url.username}${url.password}` !== '') return undefined;
  const port = url.port === '' ? 80 : Number(url.port);
  return { target: { host: bareHost(url), port }, path: `${url.pathname}${url.search}`, authority: url.host };
}

/**
 * Sends a browser's request over `upstream`, and the site's answer back; 502 where that is none. The answer is read as
 * browsers read it: what Node's parser refuses is a page to whoever asks the site without this proxy.
 */
function carry(
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
  sendRequest(incoming, absolute, upstream);
}

function sendRequest(incoming: IncomingMessage, { authority, path }: AbsoluteForm, upstream: Socket): void {
  const isChunked = incoming.headers['transfer-encoding'] !== undefined;
  const headers = headerLines({
    ...endToEnd(incoming.headers),
    ...{ host: authority, connection: 'close' },
    ...(isChunked && { 'transfer-encoding': 'chunked' }),
  });
  upstream.write(`${incoming.method} ${path} HTTP/1.1\r\n${headers}\r\n`, 'latin1');
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
  const sent: OutgoingHttpHeaders = {};
  // Node refuses to write control characters; browsers take a value without them.
  for (const [name, values] of headers.entries())
    sent[name] = values.map((value) => value.replace(/[^\t\x20-\x7e\x80-\xff]/g, ''));
  const length = headers.get('transfer-encoding')
    ? undefined
    : /^\d+/.exec(headers.get('content-length') ?? '')?.[0];
  const { 'content-length': _, ...others } = endToEnd({ ...sent, connection: headers.get('connection') });
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

/** RFC 9110, section 7.6.1: of one connection only. */
const HOP_BY_HOP = [
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade'],
];

/** The headers that a proxy passes on: none of the connection's own, and none that `Connection` names. */
function endToEnd(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const named = String(headers.connection ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase());
  const dropped = new Set([...HOP_BY_HOP, ...named]);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)));
}

function headerLines(headers: OutgoingHttpHeaders): string {
  return Object.entries(headers)
    .flatMap(([name, value]) => [value ?? []].flat().map((one) => `${name}: ${one}\r\n`))
    .join('');
}

const AUTHENTICATE = { 'Proxy-Authenticate': 'Basic realm="audit"', 'Content-Length': '0' } as const;

/** Whether a request carries the proxy's own user and password (RFC 7617), compared in constant time. */
function carriesCredentials(incoming: IncomingMessage, username: string, password: string): boolean {
  const expected = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  return timingSafeEqual(digest(incoming.headers['proxy-authorization'] ?? ''), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
