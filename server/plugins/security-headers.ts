import type { FastifyInstance } from 'fastify';

/**
 * What every answer says to the browser. The pages' own content policy stands in their head; only
 * frame-ancestors must be a header (https://www.w3.org/TR/CSP3/#meta-element).
 * @param publicUrl origin of the site: HSTS is promised only when visitors come by https
 */
export function securityHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'content-security-policy': "frame-ancestors 'none'",
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=()',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  };
}

/** Puts `headers` on every answer, before anything else can answer. */
export function alwaysSend(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
}
