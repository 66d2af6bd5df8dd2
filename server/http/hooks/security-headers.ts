import type { FastifyInstance } from 'fastify';

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
 * (server/site/page-headers.ts).
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
