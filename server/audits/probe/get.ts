import { constants } from 'node:crypto';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { Transform } from 'node:stream';
import { DEFAULT_CIPHERS, type TLSSocket, connect as tlsConnect } from 'node:tls';
import {
  createBrotliDecompress,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  constants as zlib,
} from 'node:zlib';
import {
  GrowingBuffer,
  type ResponseHead,
  type ResponseHeaders,
  responseReader,
} from '../../outgoing/tolerant-response.ts';
import { bareHost } from '../../outgoing/typed-address.ts';
import { HostRefused, type VettedHosts } from '../../outgoing/vetted-hosts.ts';
import type { TlsFacts } from '../audit-facts.ts';

export interface Visitor {
  readonly hosts: VettedHosts;
  readonly userAgent: string;
  /** Ends everything that is under way. */
  readonly signal: AbortSignal;
  /** The authorities to trust, PEM; Node's own when absent. */
  readonly ca?: readonly string[] | undefined;
}

export interface PageAnswer {
  readonly url: URL;
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** From the beginning of the connection to the first byte of the answer, as web.dev counts it. */
  readonly ttfbMs: number;
  readonly body: Body;
  readonly tls?: TlsFacts;
}

/** What went wrong with one request, as the report tells it apart. */
export class GetFailed extends Error {
  readonly reason: HostRefused['reason'] | 'too-slow' | 'tls' | 'other-port';

  /** Whether there was a server to connect to. */
  readonly connected: boolean;

  constructor(reason: GetFailed['reason'], message: string, connected = true) {
    super(message);
    this.name = 'GetFailed';
    this.reason = reason;
    this.connected = connected;
  }
}

const ANSWER_MS = 8_000;
/** As browsers: a server chooses the size of its numbers for DHE, and can make each handshake cost us a second. */
const CIPHERS = `${DEFAULT_CIPHERS}:!DHE`;
/** As browsers: an old server that cannot renegotiate safely is answered. */
const TLS_OPTIONS = constants.SSL_OP_LEGACY_SERVER_CONNECT;
/** Pieces in which a body may come: a page of the largest size, in pieces of a hundred bytes. */
const MOST_PIECES = 30_000;
/** A body of which nothing has come for so long has stopped, and is judged as far as it came. */
const STOPPED_MS = 2_000;

interface Asked {
  /** What the site has set on the way here. */
  readonly cookie?: string;
  /** `head`: nothing is read behind the headers. */
  readonly wanted?: 'page' | 'head';
}

/**
 * One GET without following redirects, on a connection of its own to a vetted number. A certificate that no browser
 * would trust is a fact, and the answer is read all the same.
 * Throws `GetFailed`.
 */
export async function get(
  url: URL,
  visitor: Visitor,
  { cookie = '', wanted = 'page' }: Asked = {},
): Promise<PageAnswer> {
  const from = performance.now();
  const limit = AbortSignal.any([visitor.signal, AbortSignal.timeout(ANSWER_MS)]);
  const socket = await openConnection(url, visitor);
  const { promise: late, reject } = Promise.withResolvers<never>();
  let received: Received | undefined;
  const abort = () => {
    if (!visitor.signal.aborted && received?.stop()) return;
    const error = new GetFailed('too-slow', url.href);
    socket.destroy(error);
    // Whatever has become of the connection, nobody waits longer.
    reject(error);
  };
  late.catch(() => {});
  if (limit.aborted) abort();
  limit.addEventListener('abort', abort, { once: true });
  const answered = async (): Promise<PageAnswer> => {
    const secured = url.protocol === 'https:' ? await secureConnection(socket, url, visitor) : undefined;
    received = receive(secured?.socket ?? socket, wanted);
    (secured?.socket ?? socket).write(requestFor(url, visitor.userAgent, cookie), 'latin1');
    const { head, firstByteAt, wire, cut } = await received.answer;
    const decoded = await decodeBody(wire, head.headers);
    return {
      ...{ url, ...head, ttfbMs: firstByteAt - from },
      body: { ...decoded, wireBytes: wire.length, cut: cut || decoded.cut },
      ...(secured && { tls: secured.tls }),
    };
  };
  try {
    return await Promise.race([answered(), late]);
  } catch (error) {
    if (error instanceof GetFailed) throw error;
    throw new GetFailed(limit.aborted ? 'too-slow' : 'unreachable', String(error));
  } finally {
    limit.removeEventListener('abort', abort);
    socket.destroy();
  }
}

/** A connection to where the URL leads, on ports 80 and 443 alone. Throws `GetFailed`. */
export async function openConnection(url: URL, { hosts }: Visitor): Promise<Socket> {
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  if (port !== 80 && port !== 443) throw new GetFailed('other-port', `port ${port}`, false);
  try {
    return await hosts.connect(bareHost(url), port);
  } catch (error) {
    if (error instanceof HostRefused) throw new GetFailed(error.reason, error.message, false);
    throw error;
  }
}

/** A TLS handshake over `socket`, and what it tells. Throws `GetFailed` when there is no TLS at all. */
export function secureConnection(
  socket: Socket,
  url: URL,
  { ca }: Pick<Visitor, 'ca'>,
  offers: readonly string[] = ['http/1.1'],
): Promise<{ readonly socket: TLSSocket; readonly tls: TlsFacts }> {
  return new Promise((resolve, reject) => {
    const host = bareHost(url);
    const secured = tlsConnect({
      socket,
      ...(!/^[\d.]+$|:/.test(host) && { servername: host }),
      ALPNProtocols: [...offers],
      ciphers: CIPHERS,
      secureOptions: TLS_OPTIONS,
      rejectUnauthorized: false,
      ...(ca && { ca: [...ca] }),
    });
    secured.on('error', (error) => reject(tlsError(error)));
    secured.once('close', () => reject(new GetFailed('tls', 'closed')));
    secured.once('secureConnect', () => {
      try {
        resolve({ socket: secured, tls: certificateFacts(secured) });
      } catch (error) {
        reject(new GetFailed('tls', String(error)));
      }
    });
  });
}

function tlsError(error: Error): GetFailed {
  return error instanceof GetFailed ? error : new GetFailed('tls', error.message);
}

function requestFor(url: URL, userAgent: string, cookie: string): string {
  const lines = [
    `GET ${url.pathname}${url.search} HTTP/1.1`,
    `Host: ${url.host}`,
    `User-Agent: ${userAgent}`,
    'Accept: text/html,application/xhtml+xml;q=0.9,*/*;q=0.1',
    'Accept-Language: fr-CH,fr;q=0.9,de;q=0.5,en;q=0.4',
    'Accept-Encoding: gzip, br',
    'Connection: close',
    ...(cookie === '' ? [] : [`Cookie: ${cookie}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

interface Came {
  readonly head: ResponseHead;
  readonly firstByteAt: number;
  readonly wire: Buffer;
  readonly cut: boolean;
}

interface Received {
  readonly answer: Promise<Came>;
  /** Takes what has come for all that there is; false where nothing has, or more is still coming. */
  readonly stop: () => boolean;
}

/** Reads one answer from a connection, up to the limits of a page. */
function receive(socket: Socket, wanted: 'page' | 'head'): Received {
  const { promise, resolve, reject } = Promise.withResolvers<Came>();
  const room = new GrowingBuffer(LARGEST_BODY);
  let head: ResponseHead | undefined;
  let [firstByteAt, lastByteAt, pieces, over] = [0, 0, 0, false];
  const finish = (cut: boolean) => {
    if (head === undefined || over) return;
    over = true;
    resolve({ head, firstByteAt, wire: Buffer.from(room.bytes()), cut });
  };
  const reader = responseReader({
    head(given) {
      head = given;
      firstByteAt = performance.now();
      if (wanted === 'head') finish(false);
    },
    body(piece) {
      if (over) return;
      pieces += 1;
      if (room.append(piece) < piece.length || pieces > MOST_PIECES) finish(true);
    },
    end(complete) {
      // Where nothing has come of what was promised, browsers show nothing either.
      if (complete || room.length > 0) finish(false);
      else reject(new Error('The answer broke off'));
    },
  });
  const fed = (feed: () => void) => {
    try {
      feed();
    } catch (error) {
      reject(error);
    }
  };
  socket.on('data', (chunk: Buffer) => {
    lastByteAt = performance.now();
    if (!over) fed(() => reader.push(chunk));
  });
  // Reset or ended: what has come before counts.
  const close = () => fed(() => reader.close());
  socket.once('end', close).once('error', close).once('close', close);
  promise.catch(() => {});
  return {
    answer: promise,
    stop() {
      if (room.length === 0 || performance.now() - lastByteAt < STOPPED_MS) return false;
      finish(false);
      return true;
    },
  };
}

interface Body {
  /** Decoded, at most `LARGEST_BODY` bytes of it. */
  readonly bytes: Buffer;
  readonly wireBytes: number;
  /** The server would have sent more than is read. */
  readonly cut: boolean;
  /** What was taken off, which may be less than what the answer says. */
  readonly compression: string;
}

/** What a page may have, decoded, and over the wire. */
const LARGEST_BODY = 3_000_000;
/** Compressions on top of each other; more than one is a fault of a site that browsers show all the same. */
const MOST_LAYERS = 4;
/** Small enough that a fault in one piece costs little of what stands before it. */
const PIECE = 4_096;

/**
 * Takes the compressions off that an answer names, the last one first. As browsers do it, what stands behind a
 * compressed text is left out, and a text that breaks off counts as far as it came. Decompressing stops at the limit,
 * so a small body that unpacks to gigabytes takes no more memory than that.
 * @param wire the body as it came, at most `LARGEST_BODY` bytes of it
 * Rejects where there is a body and nothing of it can be read.
 */
async function decodeBody(
  wire: Buffer,
  headers: ResponseHeaders,
): Promise<Pick<Body, 'bytes' | 'cut' | 'compression'>> {
  const encodings = (headers.get('content-encoding') ?? '').toLowerCase();
  const layers = encodings.split(',').map((layer) => layer.trim());
  let bytes = wire;
  let compression = '';
  for (const layer of layers.slice(0, MOST_LAYERS).reverse()) {
    const opened = openLayer(layer, bytes);
    if (opened === undefined) continue;
    const decoded = await decompress(opened.decoder, opened.packed);
    compression = compression === '' ? layer : `${layer}, ${compression}`;
    if (decoded.cut) return { ...decoded, compression };
    bytes = decoded.bytes;
  }
  return { bytes, cut: false, compression };
}

/** What reads a layer, and what it has to read; undefined where the bytes are none of it, or its name is not known. */
function openLayer(
  name: string,
  bytes: Buffer,
): { readonly decoder: Transform; readonly packed: Buffer } | undefined {
  // Flushing at the end gives what has come, where a stream would wait for the rest.
  const soFar = { finishFlush: zlib.Z_SYNC_FLUSH };
  switch (name) {
    case 'gzip':
    case 'x-gzip': {
      const start = gzipHeader(bytes);
      if (start === undefined) return undefined;
      // Without header and trailer, so that neither a trailer that is missing nor what stands behind it matters.
      return { decoder: createInflateRaw(soFar), packed: bytes.subarray(start) };
    }
    case 'deflate': {
      const [first = 0, second = 0] = bytes;
      const isZlib = (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
      return { decoder: isZlib ? createInflate(soFar) : createInflateRaw(soFar), packed: bytes };
    }
    case 'br':
      return { decoder: createBrotliDecompress({ finishFlush: zlib.BROTLI_OPERATION_FLUSH }), packed: bytes };
    case 'zstd':
      return { decoder: createZstdDecompress({ finishFlush: zlib.ZSTD_e_flush }), packed: bytes };
    default:
      return undefined;
  }
}

/** Where the compressed text begins (RFC 1952, section 2.3); undefined where no gzip does. */
function gzipHeader(bytes: Buffer): number | undefined {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b || bytes[2] !== 8) return undefined;
  const flags = bytes[3] ?? 0;
  let at = 10;
  if (flags & 4) at += 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
  for (const text of [8, 16]) {
    if ((flags & text) === 0) continue;
    const end = bytes.indexOf(0, at);
    at = end === -1 ? bytes.length : end + 1;
  }
  return at + (flags & 2 ? 2 : 0);
}

function decompress(
  decoder: Transform,
  packed: Buffer,
): Promise<{ readonly bytes: Buffer; readonly cut: boolean }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ bytes: Buffer; cut: boolean }>();
  const room = new GrowingBuffer(LARGEST_BODY);
  const finish = (cut: boolean) => {
    resolve({ bytes: Buffer.from(room.bytes()), cut });
    decoder.destroy();
  };
  decoder.on('data', (piece: Buffer) => {
    if (room.append(piece) < piece.length) finish(true);
  });
  decoder.on('end', () => finish(false));
  decoder.on('error', (error) => (room.length > 0 || packed.length === 0 ? finish(false) : reject(error)));
  feedPieces(decoder, packed);
  return promise;
}

function feedPieces(decoder: Transform, packed: Buffer): void {
  let at = 0;
  const more = () => {
    while (at < packed.length && !decoder.destroyed && !decoder.writableEnded) {
      const piece = packed.subarray(at, at + PIECE);
      at += piece.length;
      if (!decoder.write(piece)) return void decoder.once('drain', more);
    }
    if (!decoder.destroyed) decoder.end();
  };
  more();
}

/** What a finished handshake tells of the server. */
function certificateFacts(socket: TLSSocket): TlsFacts {
  const { valid_from, valid_to, issuer } = socket.getPeerCertificate();
  const protocol = socket.getProtocol();
  const error = socket.authorized ? undefined : errorCode(socket.authorizationError);
  const issuerName = issuer?.O ?? issuer?.CN;
  return {
    trusted: socket.authorized,
    ...(error !== undefined && { error }),
    ...(protocol !== null && { protocol }),
    ...dated('validFrom', valid_from),
    ...dated('validTo', valid_to),
    ...(issuerName !== undefined && { issuer: String(issuerName).slice(0, 100) }),
  };
}

/** A certificate may carry any text in the place of a date; what is none is left out. */
function dated(name: 'validFrom' | 'validTo', text: string | undefined): Partial<TlsFacts> {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? {} : { [name]: new Date(ms).toISOString() };
}

/** A code as text, or an error that carries one, by Node's version. */
function errorCode(error: unknown): string {
  if (error instanceof Error && 'code' in error) return String(error.code);
  return String(error);
}

/** What robots.txt files name us by. */
export const AGENT = 'oui-48-audit';

/** @param publicUrl where a site's owner can read who we are */
export function agentString(publicUrl: string): string {
  return `Mozilla/5.0 (compatible; ${AGENT}/1; +${publicUrl})`;
}
