import type { FastifyInstance } from 'fastify';
import { sendProblem } from '../problem.ts';

/** This machine's own names, which no foreign name can imitate in a Host header. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Answers 421 (RFC 9110, section 15.5.20) to a request for a host that is not this site, such as a foreign name that
 * resolves to this server (DNS rebinding, a forgotten record). The machine's own names and the address that the
 * connection came in on are always accepted, so that probes work; so is a request without Host (HTTP/1.0, as some
 * load balancers probe).
 * @param names hosts without port, besides this machine's own
 * @param isNamed of other hosts, whether they are known too
 * @param status of the answer to all others
 */
export function refuseUnknownHosts(
  app: FastifyInstance,
  names: readonly string[],
  isNamed = (_host: string) => false,
  status = 421,
): void {
  const known = new Set([...LOOPBACK, ...names]);
  app.addHook('onRequest', (request, reply, done) => {
    const { host } = request.headers;
    // Fast path: nearly every request names the host exactly as it is in the list.
    if (host === undefined || known.has(host.replace(/:\d+$/, ''))) return done();
    const name = URL.parse(`http://${host}`)?.hostname;
    if (name !== undefined && (known.has(name) || isNamed(name))) return done();
    if (name !== undefined && name === localName(request.socket.localAddress)) return done();
    sendProblem(reply, status, 'Ce serveur ne répond pas pour ce nom d’hôte.');
  });
}

/** An address as a Host header writes it: IPv6 in brackets, IPv4 without, also when it came mapped into IPv6. */
function localName(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  const bare = address.replace(/^::ffff:(?=\d+\.)/, '');
  return bare.includes(':') ? `[${bare}]` : bare;
}
