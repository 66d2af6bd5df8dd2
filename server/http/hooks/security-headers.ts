import type { FastifyInstance } from 'fastify';

/** What anything may do that is no page: nothing. A problem, a picture or a script is never a place to run code. */
const NO_CONTENT_POLICY =
  "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** What the site's own films may do; the films' host is asked for only when a visitor plays one of its films. */
const FOR_FILMS = ['autoplay', 'fullscreen', 'picture-in-picture'];

/** Refused to every page and to what it embeds: none of them asks for it. */
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

/** Two years, as browsers' own lists ask for. */
const HSTS_SECONDS = 2 * 365 * 24 * 60 * 60;

/**
 * What every answer says to the browser unless it says it more exactly itself (a page its own policy, see
 * server/routes/site/page-headers.ts).
 * @param publicUrl origin of the site: HSTS is promised only when visitors come by https
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

/** Puts `headers` on every answer, before anything else can answer. */
export function alwaysSend(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
