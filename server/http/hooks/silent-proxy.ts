import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';

const SILENT_PROXY =
  'Le serveur frontal (TRUST_PROXY) ne transmet pas l’adresse des visiteurs : tous se partagent LEADS_PER_MINUTE. ' +
  'Ce qui est reçu est gardé ; au-delà, le navigateur garde la demande et la renvoie. ' +
  'Faites-lui envoyer X-Forwarded-For, comme dans deploy/, puis rechargez-le.';

interface SilentProxyDeps {
  readonly trustProxy: readonly string[];
  /** The site's public host name, without a port; undefined when no PUBLIC_URL is set. */
  readonly host: string | undefined;
  readonly warn: (line: string) => void;
}

/**
 * Notices a trusted proxy that forwards requests without the visitor's address, so that all visitors would share one
 * rate limit. Requests for the machine's own name (probes) do not count.
 */
export function watchForSilentProxy(app: FastifyInstance, { trustProxy, host, warn }: SilentProxyDeps): void {
  if (host === undefined || trustProxy.length === 0) return;
  const trusted = trustProxy.map(networkOf);
  app.addHook('onRequest', (request, _reply, done) => {
    const { 'x-forwarded-for': forwarded, host: asked = '' } = request.headers;
    const { remoteAddress = '' } = request.socket;
    if (!forwarded && asked.replace(/:\d+$/, '') === host && isIn(trusted, remoteAddress)) warn(SILENT_PROXY);
    done();
  });
}

type Network = ReturnType<typeof ipaddr.parseCIDR>;

function networkOf(network: string): Network {
  if (network.includes('/')) return ipaddr.parseCIDR(network);
  const address = ipaddr.parse(network);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** Unwraps an IPv4 address that is mapped into IPv6. */
function isIn(networks: readonly Network[], address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const client = ipaddr.process(address);
  return networks.some((network) => network[0].kind() === client.kind() && client.match(network));
}
