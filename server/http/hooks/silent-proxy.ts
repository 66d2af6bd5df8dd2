import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';

const SILENT_PROXY =
  'Le serveur frontal (TRUST_PROXY) ne transmet pas l’adresse des visiteurs : tous se partagent LEADS_PER_MINUTE. ' +
  'Ce qui est reçu est gardé ; au-delà, le navigateur garde la demande et la renvoie. ' +
  'Faites-lui envoyer X-Forwarded-For, comme dans deploy/, puis rechargez-le.';

interface SilentProxyDeps {
  readonly trustProxy: readonly string[];
  /** The site's public name, without a port; absent: nobody knows what visitors ask for. */
  readonly host: string | undefined;
  readonly warn: (line: string) => void;
}

/**
 * Watches for a trusted proxy that passes a visitor's request on without an address: then all visitors count as one.
 * What this machine asks of itself by its own name (a probe) is no visitor's request.
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

/** An IPv4 address that came mapped into IPv6 counts as what it is. */
function isIn(networks: readonly Network[], address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const client = ipaddr.process(address);
  return networks.some((network) => network[0].kind() === client.kind() && client.match(network));
}
