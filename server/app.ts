import { createServer } from 'node:http';
import { type FastifyInstance, fastify, LogController } from 'fastify';
import { askRoute } from './audits/routes/audit-ask-route.ts';
import { eventsRoute } from './audits/routes/audit-events-route.ts';
import {
  type AuditRouteDeps,
  auditOfVisitor,
  disownRoute,
  readRoutes,
} from './audits/routes/audit-read-routes.ts';
import { type HookDeps, hookRoutes } from './bookings/hooks/routes.ts';
import { bookRoutes } from './bookings/routes/book.ts';
import type { BookingDeps } from './bookings/routes/deps.ts';
import { manageRoutes } from './bookings/routes/manage.ts';
import { slotsRoute } from './bookings/routes/slots.ts';
import { answerError, closeMalformed } from './http/errors.ts';
import { readForms } from './http/forms.ts';
import {
  alwaysSend,
  inTurn,
  logAnswers,
  onePageEachTurn,
  readToTheEnd,
  refuseSeveralHosts,
  refuseUnknownHosts,
  securityHeaders,
  watchForCloudflare,
  watchForSilentProxy,
} from './http/hooks.ts';
import { challengeRoute } from './http/limits/form-proof.ts';
import type { Template } from './http/pages/template.ts';
import { WITHOUT_SCHEMAS } from './http/without-schemas.ts';
import { erasureRoute } from './leads/routes/erasure.ts';
import { followUpRoute } from './leads/routes/follow-up.ts';
import { type LeadsDeps, leadsRoute } from './leads/routes/leads.ts';
import type { LinkDeps } from './leads/routes/link-page.ts';
import { countAnswers, islandFaultsRoute, type Metrics } from './metrics/metrics.ts';
import { addressCorrector, correctAddresses, originForm } from './site/corrected-address.ts';
import { refuseOtherMethods, siteRoutes } from './site/site.ts';
import type { SiteFile } from './site/site-files.ts';
import type { Log } from './system/log.ts';

export interface AppDeps extends LeadsDeps {
  readonly metrics: Metrics;
  readonly log: Log;
  readonly site: ReadonlyMap<string, SiteFile>;
  readonly template: Template;
  /** Hosts answered for beside this machine's own; absent: any. */
  readonly hosts?: readonly string[] | undefined;
  readonly trustProxy: readonly string[];
  /** Tells the operator, once, a line about how the site is set up. */
  readonly warn: (line: string) => void;
  readonly audits: AuditRouteDeps;
  readonly booking: BookingDeps;
  readonly hooks: HookDeps;
  /** The pages behind links in mails. */
  readonly linkPages: LinkDeps;
}

const BODY_LIMIT_BYTES = 16 * 1024;

/** Explicit, since Fastify and Node leave several of them unlimited. In milliseconds. */
const TIMEOUTS = {
  /** Silence on a connection. */
  connectionTimeout: 30_000,
  /** From the first byte of a request to its last. */
  requestTimeout: 15_000,
  headersTimeout: 10_000,
  /** Longer than the 60 s that proxies keep an idle connection, so that they close it first. */
  keepAliveTimeout: 65_000,
  /** How often Node looks for requests that are late. */
  connectionsCheckingInterval: 5_000,
};

/** A name and an e-mail of 10,000 characters each still get a page, which then ignores them. */
const HEADER_LIMIT_BYTES = 64 * 1024;

/** The site and its API, ready to listen. */
export function buildApp(deps: AppDeps): FastifyInstance {
  const headers = securityHeaders(deps.publicUrl);
  const { connectionTimeout, ...timeouts } = TIMEOUTS;
  const app = fastify({
    serverFactory: (handler) =>
      createServer({ ...timeouts, maxHeaderSize: HEADER_LIMIT_BYTES }, inTurn(handler)).setTimeout(
        connectionTimeout,
      ),
    bodyLimit: BODY_LIMIT_BYTES,
    // A lead that arrives on an open connection while the server stops is still taken: the store closes last.
    return503OnClosing: false,
    trustProxy: deps.trustProxy.length > 0 ? [...deps.trustProxy] : false,
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    schemaController: WITHOUT_SCHEMAS,
    rewriteUrl: ({ url = '/', headers: sent }) => {
      const { target, host } = originForm(url);
      if (host !== undefined) sent.host = host;
      return target;
    },
    // No hook runs before these: an escape cut in two, a token with more behind it than a parameter may hold.
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers);
      if (!redirected(request, reply)) answerError(error, request, reply);
    },
    clientErrorHandler: closeMalformed(headers),
  });
  app.removeContentTypeParser('text/plain');
  readForms(app);

  app.decorate('template', deps.template);
  alwaysSend(app, headers);
  readToTheEnd(app);
  logAnswers(app, deps.log, deps.site);
  countAnswers(app, deps.metrics);
  refuseSeveralHosts(app);
  if (deps.hosts !== undefined) refuseUnknownHosts(app, deps.hosts);
  watchForSilentProxy(app, { ...deps, host: deps.hosts?.[0] });
  watchForCloudflare(app, deps);
  const redirected = correctAddresses(app, addressCorrector(deps.site));
  refuseOtherMethods(app, deps.site);
  onePageEachTurn(app);
  app.setErrorHandler(answerError);

  leadsRoute(app, deps);
  challengeRoute(app, { proofs: deps.proofs, asked: deps.visits.form });
  slotsRoute(app, deps.booking);
  bookRoutes(app, deps.booking);
  manageRoutes(app, deps.booking);
  hookRoutes(app, deps.hooks);
  askRoute(app, deps.audits);
  readRoutes(app, deps.audits);
  eventsRoute(app, deps.audits);
  disownRoute(app, deps.audits);
  const linkPages = { ...deps.linkPages, bookings: deps.booking.bookings };
  followUpRoute(app, linkPages);
  islandFaultsRoute(app, deps.metrics, deps.now);
  erasureRoute(app, linkPages);
  siteRoutes(app, deps.site, {
    ...deps.booking,
    visits: deps.visits,
    auditOf: (ref) => auditOfVisitor(deps.audits, ref, deps.log),
  });
  return app;
}
