import type { FastifyInstance } from 'fastify';
import { sendProblem } from '../problem.ts';

/** This machine's own names: no name of somebody else's can be made to stand for them in a Host header. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Answers 421 (RFC 9110, section 15.5.20) to a request for a host that is not this site: a foreign name that was made
 * to lead here (DNS rebinding, a forgotten record) gets nothing. The machine's own names and the very address that
 * the connection came in on are always known, so that probes work; a request without Host (HTTP/1.0, as some load
 * balancers probe) names no foreign host.
 * @param names hosts without port, besides this machine's own
 */
export function refuseUnknownHosts(app: FastifyInstance, names: readonly string[]): void {
  const known = new Set([...LOOPBACK, ...names]);
  app.addHook('onRequest', (request, reply, done) => {
    const { host } = request.headers;
    // Nearly every request spells the name as it stands in the list; only the others are worth reading as an address.
    if (host === undefined || known.has(host.replace(/:\d+$/, ''))) return done();
    const name = URL.parse(`http://${host}`)?.hostname;
    if (name !== undefined && (known.has(name) || name === localName(request.socket.localAddress)))
      return done();
    sendProblem(reply, 421, 'Ce serveur ne répond pas pour ce nom d’hôte.');
  });
}

/** An address as it stands in a Host header: IPv6 in brackets, IPv4 bare even when it came mapped into IPv6. */
function localName(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  const bare = address.replace(/^::ffff:(?=\d+\.)/, '');
  return bare.includes(':') ? `[${bare}]` : bare;
}
