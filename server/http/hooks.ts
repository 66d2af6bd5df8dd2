import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as after, setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Log } from '../system/log.ts';
import { linkPath, pathOf, SERVER_PATHS } from './addresses.ts';
import { sendProblem } from './errors.ts';
import { FORM_TYPE } from './forms.ts';

/**
 * Requests of one connection that wait for their answers. Browsers and proxies send the next one after the answer; Node
 * begins all of them at once, so that a thousand in one packet would keep everybody waiting.
 */
const MOST_WAITING = 10;

/** The same listener, which hears no more of a connection once too many of its requests wait: the connection is cut. */
export function inTurn(listener: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    // Of what came in the same packet, Node tells on.
    if (socket.destroyed) return;
    const before = waiting.get(socket) ?? 0;
    if (before >= MOST_WAITING) {
      socket.destroy();
      return;
    }
    waiting.set(socket, before + 1);
    response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    listener(request, response);
  };
}

/** Turns of the event loop in which a waiting connection is accepted, what it has sent is read, and the request begins. */
const TURNS = 3;

/**
 * Prepares a server for a graceful shutdown.
 * @param lingerMs how long to wait before closing, which cuts idle connections: a request may just be arriving on one; as
 *   long again, at most, while requests that came meanwhile are still being read
 * @returns a function that makes every further answer carry `Connection: close`; it resolves when closing is safe
 */
export function announceClosing(app: FastifyInstance, lingerMs: number): () => Promise<void> {
  let leaving = false;
  let begun = 0;
  app.addHook('onRequest', async () => {
    begun += 1;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (leaving) reply.header('connection', 'close');
  });
  return async () => {
    leaving = true;
    await after(lingerMs);
    // On a busy machine the time may be over before anything that came meanwhile was read.
    const end = performance.now() + lingerMs;
    for (let before = -1; before !== begun && performance.now() < end; ) {
      before = begun;
      for (let turn = 0; turn < TURNS; turn += 1) await nextTurn();
    }
  };
}

/** A larger body is not worth reading: its connection is closed. In bytes. */
const WORTH_READING_BYTES = 1024 * 1024;

/**
 * Keeps the connection open after a body that was refused unread, so that Node reads the rest and throws it away.
 * Closing while a client still sends has its system discard the answer (RFC 9112, section 9.6); a proxy then reports
 * that the site is down.
 */
export function readToTheEnd(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    const length = Number(request.headers['content-length']);
    if (reply.statusCode === 413 && length <= WORTH_READING_BYTES) reply.removeHeader('connection');
  });
}

/** The content policy of everything but pages: nothing is allowed. */
const NO_CONTENT_POLICY =
  "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** What embedded players may use; a player is loaded only when the visitor starts a film. */
const FOR_FILMS = ['autoplay', 'fullscreen', 'picture-in-picture'];

/** Browser features that no page needs: refused to every page and to what it embeds. */
const NEVER = [
  'accelerometer',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

const PERMISSIONS = [
  ...NEVER.map((feature) => `${feature}=()`),
  ...FOR_FILMS.map((feature) => `${feature}=(self "https://www.youtube-nocookie.com")`),
].join(', ');

/** Two years in seconds, as https://hstspreload.org recommends. */
const HSTS_SECONDS = 2 * 365 * 24 * 60 * 60;

/**
 * The default security headers of every answer; pages replace the policy by their own
 * (server/site/site-files.ts).
 * @param publicUrl origin of the site; HSTS is sent only when it is https
 */
export function securityHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'content-security-policy': NO_CONTENT_POLICY,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': PERMISSIONS,
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': `max-age=${HSTS_SECONDS}` }),
  };
}

/** Sets `headers` on every answer, in the first hook, so that errors carry them too. */
export function alwaysSend(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

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
 * rate limit. Requests that name this machine itself as the host are ignored: health checks send them without a proxy.
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

/**
 * Answers 400 to a request with two Host headers (RFC 9112, section 3.2): Node keeps the first, a proxy in front may
 * have checked the second.
 */
export function refuseSeveralHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    // Names and values in turn.
    const { rawHeaders } = request.raw;
    const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name));
    if (hosts.length > 1) sendProblem(reply, 400, 'La requête nomme plusieurs hôtes.');
    else done();
  });
}

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

/** The addresses of the built site. */
type Site = Pick<ReadonlyMap<string, unknown>, 'has'>;

/**
 * Logs one line for each answer: method, path without its query, status, duration in milliseconds. None of these is
 * personal, so the lines skip the redaction that all others go through.
 */
export function logAnswers(app: FastifyInstance, log: Log, site: Site): void {
  const answers = log.child({}, { redact: [] });
  app.addHook('onResponse', (request, reply, done) => {
    const { id: reqId, method, url } = request;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    answers.info({ reqId, method, path: knownPath(pathOf(url), site), status: reply.statusCode, ms });
    done();
  });
}

/** The path to log. An unknown path is replaced, as it may hold anything that was typed, such as an e-mail address. */
function knownPath(path: string, site: Site): string {
  const link = linkPath(path);
  if (link !== undefined) return `${link}…`;
  const ours = SERVER_PATHS.includes(path) || site.has(path);
  return ours ? path : '(inconnue)';
}

/**
 * Starts at most one request for a rendered page in each iteration of the event loop, in the order of arrival. Rendering
 * blocks the thread for milliseconds. Without this limit, a hundred such requests that arrive together are rendered in
 * one iteration, and a lead that arrives next is read only after the last of them.
 */
export function onePageEachTurn(app: FastifyInstance): void {
  let turn = Promise.resolve();
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isRendered(request)) return done();
    turn = turn.then(() => nextTurn());
    void turn.then(() => done());
  });
}

/**
 * Whether the request may be answered with a page that is rendered for it: posted forms, secret links, the page of free
 * times, and any URL with a query. A URL with a percent-escape counts too, because it may be one of those once decoded.
 */
function isRendered({ method, url, headers }: FastifyRequest): boolean {
  if (method === 'POST') return headers['content-type']?.toLowerCase().startsWith(FORM_TYPE) ?? false;
  if (url.startsWith('/api/')) return false;
  return /[?%]/.test(url) || url === '/rendez-vous' || linkPath(url) !== undefined;
}
