import type { FastifyInstance } from 'fastify';
import type { SiteFile } from '../site/site-files.ts';

/** Fonts and scripts of the build, which the desk's pages ask for. They hold nothing of anybody: no key is needed. */
export function fileRoute(app: FastifyInstance, site: ReadonlyMap<string, SiteFile>): void {
  app.get('/_astro/*', { exposeHeadRoute: false }, async ({ url }, reply) => {
    const file = site.get(url);
    if (file === undefined) return reply.code(404).send();
    return reply.header('cache-control', file.cacheControl).type(file.type).send(file.identity.bytes);
  });
}
