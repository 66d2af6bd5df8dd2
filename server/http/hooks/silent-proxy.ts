import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';

const SILENT_PROXY =
  'Le serveur frontal (TRUST_PROXY) ne transmet pas l’adresse des visiteurs : tous se partagent LEADS_PER_MINUTE. ' +
  'Ce qui est reçu est gardé ; au-delà, le navigateur garde la demande et la renvoie. ' +
  'Faites-lui envoyer X-Forwarded-For, comme dans deploy/, puis rechargez-le.';

/**
 * The networks from which Cloudflare's edges come, as it publishes them (https://www.cloudflare.com/ips-v4 and /ips-v6),
 * copied on 2026-11-26. The proxies' files in deploy/ name the same.
 */
export const CLOUDFLARE = [
  '173.245.48.0/20',
  '103.21.244.0/22',
  '103.22.200.0/22',
  '103.31.4.0/22',
  '141.101.64.0/18',
  '108.162.192.0/18',
  '190.93.240.0/20',
  '188.114.96.0/20',
  '197.234.240.0/22',
  '198.41.128.0/17',
  '162.158.0.0/15',
  '104.16.0.0/13',
  '104.24.0.0/14',
  '172.64.0.0/13',
  '131.0.72.0/22',
  '2400:cb00::/32',
  '2606:4700::/32',
  '2803:f800::/32',
  '2405:b500::/32',
  '2405:8100::/32',
  '2a06:98c0::/29',
  '2c0f:f248::/32',
];

const CLOUDFLARE_UNHEARD =
  'Le site est derrière Cloudflare, et le serveur frontal ne croit pas ce que Cloudflare dit de ses visiteurs (CF-Connecting-IP) : ' +
  'tous ceux qui passent par un même point d’entrée se partagent LEADS_PER_MINUTE. ' +
  'Ce qui est reçu est gardé ; au-delà, le navigateur garde la demande et la renvoie. ' +
  'Ajoutez le fichier oui-48-cloudflare de deploy/nginx ou de deploy/caddy à côté du vôtre, puis rechargez-le.';

interface SilentProxyDeps {
  readonly trustProxy: readonly string[];
  /** The site's public host name, without a port; undefined when no PUBLIC_URL is set. */
  readonly host: string | undefined;
  readonly warn: (line: string) => void;
}

/**
 * Notices that an edge of Cloudflare counts as a visitor although it says who the visitor is: whoever says so from
 * anywhere else is not looked at, so nobody can make this line appear.
 */
export function watchForCloudflare(app: FastifyInstance, { warn }: Pick<SilentProxyDeps, 'warn'>): void {
  const edges = CLOUDFLARE.map(networkOf);
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers['cf-connecting-ip'] !== undefined && isIn(edges, request.ip))
      warn(CLOUDFLARE_UNHEARD);
    done();
  });
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
