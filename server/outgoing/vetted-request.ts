import { request as httpRequest, type IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { bareHost } from './typed-address.ts';
import type { VettedHosts } from './vetted-hosts.ts';

export interface VettedRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Ends the request, and the reading of its answer. */
  readonly signal: AbortSignal;
}

/**
 * One HTTP request to an address of the owner's settings, on a connection of its own, without following redirects. The
 * platform's `fetch` resolves names by itself, so it could be led into the network that this machine stands in.
 * @param hosts where it may lead
 * @returns the answer, its body unread: whoever does not read it destroys it
 * @throws HostRefused for a host that `hosts` refuses; otherwise what Node says of connection and certificate
 */
export async function vettedRequest(
  url: URL,
  hosts: VettedHosts,
  { method, headers, body, signal }: VettedRequest,
): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:';
  const host = bareHost(url);
  const plain = await connected(hosts.connect(host, Number(url.port || (isSecure ? 443 : 80))), signal);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const outgoing = httpRequest({
    createConnection: () => (isSecure ? secured(plain, host) : plain),
    host,
    method,
    path: `${url.pathname}${url.search}`,
    headers: { host: url.host, connection: 'close', ...headers },
    signal,
  });
  outgoing.once('response', resolve);
  outgoing.on('error', reject);
  // An answer 101 ends the request with neither an answer nor an error.
  outgoing.once('close', () => reject(new Error('The connection ended without an answer')));
  outgoing.end(body);
  return promise;
}

/** The connection, unless the signal comes first: what is connected later is closed then. */
async function connected(connecting: Promise<Socket>, signal: AbortSignal): Promise<Socket> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => {
    reject(signal.reason);
    connecting.then((socket) => socket.destroy()).catch(() => {});
  };
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([aborted, connecting]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function secured(socket: Socket, host: string): Socket {
  // The certificate has to be good for the name, whatever number was dialled.
  return tlsConnect({
    socket,
    host,
    ...(isIP(host) === 0 && { servername: host }),
    ALPNProtocols: ['http/1.1'],
  });
}
