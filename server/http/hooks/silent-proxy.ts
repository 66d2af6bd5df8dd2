import { BlockList, isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';

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
  const trusted = listed(trustProxy);
  app.addHook('onRequest', (request, _reply, done) => {
    const { 'x-forwarded-for': forwarded, host: asked = '' } = request.headers;
    const { remoteAddress = '' } = request.socket;
    if (!forwarded && asked.replace(/:\d+$/, '') === host && isIn(trusted, remoteAddress)) warn(SILENT_PROXY);
    done();
  });
}

function listed(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', length] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (length === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(length), family);
  }
  return list;
}

function isIn(list: BlockList, address: string): boolean {
  const bare = address.replace(/^::ffff:(?=\d+\.)/, '');
  return list.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4');
}
