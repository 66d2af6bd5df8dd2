import { type FastifyInstance, fastify, LogController } from 'fastify';
import type { Instant } from '#domain/instant.ts';
import { isTailnet } from './desk/access.ts';
import type { DeskDeps, ExampleOf } from './desk/deps.ts';
import { deskRoutes, fileRoute } from './desk/desk.ts';
import { answerError } from './http/errors.ts';
import { alwaysSend, refuseUnknownHosts, securityHeaders } from './http/hooks.ts';
import type { Template } from './http/pages/template.ts';
import { WITHOUT_SCHEMAS } from './http/without-schemas.ts';
import { wordsOf } from './messages/alarm-kinds.ts';
import { standingAlarms } from './messages/alarms.ts';
import { mailSummary } from './messages/summary.ts';
import { type MetricsDeps, metricsRoute } from './metrics/metrics.ts';
import { outboxState } from './outbox/outbox-state.ts';
import type { SiteFile } from './site/site-files.ts';
import type { LeadWriter } from './store/leads/lead-store.ts';
import type { Log } from './system/log.ts';

export interface OpsDeps extends MetricsDeps {
  /** A hash of the settings and facts that the server was started with (`settingsFingerprint`). */
  readonly settings: string;
  readonly log: Log;
  readonly writer: LeadWriter;
  /** Whether a destination is set. */
  readonly delivers: boolean;
  /** Whether this server works for the database, and not another. */
  readonly works: () => boolean;
  /** French lines for the operator about how the site is set up, as far as it shows until now. */
  readonly warnings: () => readonly string[];
  /** The owner's desk and what surrounds its pages. */
  readonly desk: DeskDeps &
    ExampleOf & { readonly template: Template; readonly site: ReadonlyMap<string, SiteFile> };
}

/** The operator's listener, for the loopback address only: how the server fares, and the owner's desk. */
export function buildOps(deps: OpsDeps): FastifyInstance {
  const app = fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    connectionTimeout: 30_000,
    requestTimeout: 10_000,
    keepAliveTimeout: 5_000,
    bodyLimit: 4096,
    schemaController: WITHOUT_SCHEMAS,
  });
  alwaysSend(app, { ...securityHeaders('http:'), 'cache-control': 'no-store' });
  refuseUnknownHosts(app, [], (host) => isTailnet(host), 403);
  app.setErrorHandler(answerError);
  app.decorate('template', deps.desk.template);
  deskRoutes(app, deps.desk);
  fileRoute(app, deps.desk.site);

  metricsRoute(app, deps);
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/settings', async () => ({ fingerprint: deps.settings }));

  app.get('/readyz', async (_request, reply) => {
    try {
      await deps.writer.probe(deps.now());
    } catch (error) {
      deps.log.error({ err: error }, NOT_DURABLE);
      const lost = await deps.db.engine.files?.lost().catch(() => undefined);
      const reasons = ['La base de données n’accepte pas d’écriture.', lost ? wordsOf(lost) : []].flat();
      return reply.code(503).send({ status: 'unavailable', reasons });
    }
    const warnings = deps.warnings();
    return {
      status: 'ok',
      delivering: deps.delivers,
      working: deps.works(),
      ...(await outbox(deps)),
      ...(warnings.length > 0 && { warnings }),
    };
  });

  return app;
}

/** Where the delivery stands. Whoever cannot read it is ready all the same: leads are taken without it. */
async function outbox({ db, delivery, log, now }: OpsDeps) {
  try {
    const state = await outboxState(db, now());
    const [mail, alarms] = await Promise.all([mailSummary(db), standingAlarms(db)]);
    const iso = (at: Instant) => new Date(at).toISOString();
    const { waiting, refused, held, atLeast, pausedSince } = state;
    const limited = [...atLeast, ...(mail.atLeast ? ['stuck'] : [])];
    return {
      stalled: delivery()?.hasStalled(state) ?? false,
      outbox: { waiting, refused, held },
      mail: {
        stuck: mail.stuck,
        ...(mail.stuckSince !== undefined && { since: iso(mail.stuckSince) }),
      },
      alarms: alarms.map(({ name, since }) => ({ name, since: iso(since) })),
      ...(limited.length > 0 && { atLeast: limited }),
      ...(pausedSince !== null && { pausedSince: iso(pausedSince) }),
    };
  } catch (error) {
    log.warn({ err: error }, NOT_COUNTED);
    return { stalled: null, outbox: null, mail: null, alarms: null };
  }
}

const NOT_DURABLE =
  'La base de données n’accepte plus d’écriture : aucune demande n’est confirmée tant que cela dure. ' +
  'Ce qui est enregistré est intact. Vérifiez que la base répond et qu’il y a de la place sur son disque.';
const NOT_COUNTED =
  'L’état de la boîte d’envoi n’a pas pu être lu. Les demandes sont acceptées et ce qui est enregistré est intact. ' +
  'Si ce message revient, vérifiez la charge de la base.';
