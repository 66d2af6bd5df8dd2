import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { PRIVATE } from '../http/send-page.ts';
import type { Database } from '../store/database.ts';
import type { Clock } from '../system/clock.ts';

/** How often the database is asked, once for all open pages. In milliseconds. */
const LOOK_MS = 2_000;
/** Without a change an empty line is sent, so that both ends notice a connection that is gone. In milliseconds. */
const SILENCE_MS = 15_000;
/** Pages that may be open at once. */
const MOST_STREAMS = 20;

/**
 * GET /evenements: one event whenever anything was written, by this server or another, or the examination has ended.
 * @param own changes with what only this server knows
 */
export function liveRoute(
  app: FastifyInstance,
  of: () => Promise<{ readonly db: Database; readonly clock: Clock }>,
  own: () => string,
): void {
  const closing = new AbortController();
  let streams = 0;
  let asked: { readonly at: number; readonly version: Promise<string> } | undefined;
  app.addHook('preClose', (done) => {
    closing.abort();
    done();
  });

  const versionNow = async () => {
    const { db, clock } = await of();
    if (asked === undefined || clock.now() - asked.at >= LOOK_MS / 2)
      asked = { at: clock.now(), version: versionOf(db) };
    return asked.version;
  };

  async function* events(signal: AbortSignal): AsyncGenerator<string> {
    const { clock } = await of();
    let [seen, silentSince] = ['', clock.now()];
    while (!signal.aborted) {
      // A database that does not answer for a while is asked again.
      const version = await versionNow().then(
        (of) => `${of} ${own()}`,
        () => seen,
      );
      if (version !== seen) yield 'data: changed\n\n';
      else if (clock.now() - silentSince >= SILENCE_MS) yield ':\n\n';
      if (version !== seen || clock.now() - silentSince >= SILENCE_MS) silentSince = clock.now();
      seen = version;
      await clock.wait(LOOK_MS, signal);
    }
  }

  app.get('/evenements', { exposeHeadRoute: false }, async (_request, reply) => {
    if (streams >= MOST_STREAMS) return reply.code(503).header('retry-after', 30).send();
    streams += 1;
    const gone = new AbortController();
    reply.raw.once('close', () => {
      streams -= 1;
      gone.abort();
    });
    const signal = AbortSignal.any([gone.signal, closing.signal]);
    return reply
      .headers({ ...PRIVATE, connection: 'close' })
      .type('text/event-stream; charset=utf-8')
      .send(Readable.from(events(signal), { objectMode: false }));
  });
}

async function versionOf(db: Database): Promise<string> {
  const row = await db.selectNoFrom(db.engine.version.as('version')).executeTakeFirstOrThrow();
  return String(row.version);
}
