import { type FastifyInstance, fastify, LogController } from 'fastify';
import { refuseUnknownHosts } from '../plugins/known-host.ts';
import type { Log } from '../plugins/log.ts';
import { alwaysSend, securityHeaders } from '../plugins/security-headers.ts';
import type { LeadReader, LeadWriter } from '../store/store.ts';
import { type MetricsDeps, metricsRoute } from './metrics.ts';

export interface OpsDeps extends MetricsDeps {
  readonly log: Log;
  readonly reader: LeadReader;
  readonly writer: LeadWriter;
  /** Whether leads are sent on; otherwise they wait, which is no fault. */
  readonly delivering: boolean;
  /** French lines for the operator about how the site is set up, as far as it shows until now. */
  readonly warnings: () => readonly string[];
}

/** The operator's listener, for the loopback address only. */
export function buildOps(deps: OpsDeps): FastifyInstance {
  const app = fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    connectionTimeout: 30_000,
    requestTimeout: 10_000,
    keepAliveTimeout: 5_000,
    bodyLimit: 1024,
  });
  alwaysSend(app, { ...securityHeaders('http:'), 'cache-control': 'no-store' });
  refuseUnknownHosts(app, []);

  metricsRoute(app, deps);
  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    try {
      await deps.writer.probe(deps.now());
      const { waiting, refused } = await deps.reader.outboxSummary();
      const warnings = deps.warnings();
      return {
        status: 'ok',
        delivering: deps.delivering,
        outbox: { waiting, refused },
        ...(warnings.length > 0 && { warnings }),
      };
    } catch (error) {
      deps.log.error(
        { err: error },
        'La base de données n’accepte plus d’écriture : aucune demande n’est confirmée tant que cela dure. ' +
          'Ce qui est enregistré est intact. Vérifiez que la base répond et qu’il y a de la place sur son disque.',
      );
      return reply
        .code(503)
        .send({ status: 'unavailable', reasons: ['La base de données n’accepte pas d’écriture.'] });
    }
  });

  return app;
}
