import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { DEFAULT_CIPHERS, type TLSSocket, connect as tlsConnect } from 'node:tls';
import { bareHost } from '../../outgoing/typed-address.ts';
import { HostRefused, type VettedHosts } from '../../outgoing/vetted-hosts.ts';
import type { TlsFacts } from '../facts/facts.ts';
import { type Body, readBody } from './body.ts';
import { certificateFacts } from './certificate-facts.ts';

export interface Visitor {
  readonly hosts: VettedHosts;
  readonly userAgent: string;
  /** Ends everything that is under way. */
  readonly signal: AbortSignal;
  /** The authorities to trust, PEM; Node's own when absent. */
  readonly ca?: readonly string[] | undefined;
}

export interface Answer {
  readonly url: URL;
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** From the beginning of the connection to the first byte of the answer, as web.dev counts it. */
  readonly ttfbMs: number;
  readonly body: Body;
  readonly tls?: TlsFacts;
}

/** What went wrong with one request, as the report tells it apart. */
export class GetFailed extends Error {
  readonly reason: HostRefused['reason'] | 'too-slow' | 'tls';

  constructor(reason: GetFailed['reason'], message: string) {
    super(message);
    this.name = 'GetFailed';
    this.reason = reason;
  }
}

const ANSWER_MS = 8_000;
/** As browsers: a server chooses the size of its numbers for DHE, and can make each handshake cost us a second. */
const CIPHERS = `${DEFAULT_CIPHERS}:!DHE`;
/** Answers before the answer (1xx). A site has one or two. */
const MOST_INTERIM = 10;

/**
 * One GET without following redirects, on a connection of its own to a vetted number. A certificate that no browser
 * would trust is a fact, and the answer is read all the same.
 * @param cookie what the site has set on the way here
 * Throws `GetFailed`.
 */
export async function get(url: URL, visitor: Visitor, cookie = ''): Promise<Answer> {
  const from = performance.now();
  const limit = AbortSignal.any([visitor.signal, AbortSignal.timeout(ANSWER_MS)]);
  const socket = await open(url, visitor);
  const { promise: late, reject } = Promise.withResolvers<never>();
  const abort = () => {
    const error = new GetFailed('too-slow', url.href);
    socket.destroy(error);
    // Whatever has become of the connection, nobody waits longer.
    reject(error);
  };
  late.catch(() => {});
  if (limit.aborted) abort();
  limit.addEventListener('abort', abort, { once: true });
  const answered = async (): Promise<Answer> => {
    const secured = url.protocol === 'https:' ? await secure(socket, url, visitor) : undefined;
    const answer = await ask(url, secured?.socket ?? socket, visitor.userAgent, cookie);
    return { ...answer, ttfbMs: answer.firstByteAt - from, ...(secured && { tls: secured.tls }) };
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
export async function open(url: URL, { hosts }: Visitor): Promise<Socket> {
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  if (port !== 80 && port !== 443) throw new GetFailed('unreachable', `port ${port}`);
  try {
    return await hosts.connect(bareHost(url), port);
  } catch (error) {
    if (error instanceof HostRefused) throw new GetFailed(error.reason, error.message);
    throw error;
  }
}

/** A TLS handshake over `socket`, and what it tells. Throws `GetFailed` when there is no TLS at all. */
export function secure(
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

type Asked = Omit<Answer, 'tls' | 'ttfbMs'> & { readonly firstByteAt: number };

function ask(url: URL, socket: Socket, userAgent: string, cookie: string): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({
      createConnection: () => socket,
      host: bareHost(url),
      path: `${url.pathname}${url.search}`,
      headers: {
        host: url.host,
        'user-agent': userAgent,
        accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1',
        'accept-language': 'fr-CH,fr;q=0.9,de;q=0.5,en;q=0.4',
        'accept-encoding': 'gzip, br',
        connection: 'close',
        ...(cookie !== '' && { cookie }),
      },
    });
    let answered = false;
    let interim = 0;
    const count = () => {
      interim += 1;
      if (interim > MOST_INTERIM) outgoing.destroy(new Error('Too many answers before the answer'));
    };
    outgoing.on('continue', count).on('information', count);
    outgoing.on('error', reject);
    outgoing.once('response', (response) => {
      answered = true;
      const firstByteAt = performance.now();
      const { statusCode: status = 0, headers } = response;
      readBody(response).then((body) => resolve({ url, status, headers, firstByteAt, body }), reject);
    });
    // An answer 101 ends the request with neither an answer nor an error.
    outgoing.once('close', () => {
      if (!answered) reject(new Error('The connection ended without an answer'));
    });
    outgoing.end();
  });
}
