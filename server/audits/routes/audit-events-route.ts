import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { audit } from '#content/pages/audit.ts';
import type { AuditView } from '#domain/audit.ts';
import { sendRefusal } from '../../http/errors.ts';
import { PRIVATE } from '../../http/send-page.ts';
import { type AuditRouteDeps, currentView } from './audit-read-routes.ts';

/** How often the store is asked for each page that follows: other servers write there too. In milliseconds. */
const LOOK_MS = { running: 500, waiting: 1_000 } as const;
/**
 * Without a change the last event is repeated, so that a page can tell silence from a connection that is gone. Shorter
 * than any proxy lets a connection be silent. In milliseconds.
 */
const REPEATED_MS = 10_000;
/** Then the page asks instead: nobody holds a connection for ever. In milliseconds. */
const LONGEST_MS = 5 * 60_000;
/** Pages that may follow at once on one server: beyond it they ask instead. */
export const MOST_STREAMS = 100;
/** Of them, for one audit: whoever follows it has a few windows. */
export const MOST_OF_ONE_AUDIT = 10;
const FULL = { status: 503, retryAfter: 10 } as const;

/**
 * GET /api/audits/<token>/events: the audit as one JSON object for each change, until it is done or refused
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html).
 */
export function eventsRoute(app: FastifyInstance, deps: AuditRouteDeps): void {
  const closing = new AbortController();
  /** By their audit's token. */
  const streams = new Map<string, number>();
  app.addHook('preClose', (done) => {
    closing.abort();
    done();
  });

  app.get<{ Params: { token: string } }>(
    '/api/audits/:token/events',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { token } = request.params;
      const first = await currentView(deps, token);
      if (first === undefined) return sendRefusal(reply, { status: 404, detail: audit.faults.missing });
      // A page that has left meanwhile has no `close` to come: counted now, it would be counted for ever.
      if (reply.raw.destroyed || isFull(streams, token))
        return sendRefusal(reply, { ...FULL, detail: audit.faults.streams });
      streams.set(token, (streams.get(token) ?? 0) + 1);
      const gone = new AbortController();
      reply.raw.once('close', () => {
        const left = (streams.get(token) ?? 0) - 1;
        if (left > 0) streams.set(token, left);
        else streams.delete(token);
        gone.abort();
      });
      const signal = AbortSignal.any([gone.signal, closing.signal]);
      return (
        reply
          // A stream has its connection to itself: kept open after it, it would hold up a server that stops.
          .headers({ ...PRIVATE, 'x-accel-buffering': 'no', connection: 'close' })
          .type('text/event-stream; charset=utf-8')
          .send(Readable.from(eventsOf(deps, token, first.view, signal), { objectMode: false }))
      );
    },
  );
}

function isFull(streams: ReadonlyMap<string, number>, token: string): boolean {
  const all = [...streams.values()].reduce((sum, count) => sum + count, 0);
  return all >= MOST_STREAMS || (streams.get(token) ?? 0) >= MOST_OF_ONE_AUDIT;
}

async function* eventsOf(
  deps: AuditRouteDeps,
  token: string,
  first: AuditView,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const until = deps.clock.now() + LONGEST_MS;
  let sent = JSON.stringify(first);
  let sentAt = deps.clock.now();
  yield eventOf(sent);
  let view: AuditView | undefined = first;
  while (!isOver(view) && !signal.aborted && deps.clock.now() < until) {
    await deps.clock.wait(view.state === 'running' ? LOOK_MS.running : LOOK_MS.waiting, signal);
    if (signal.aborted) return;
    view = (await currentView(deps, token))?.view;
    if (view === undefined) return;
    const now = JSON.stringify(view);
    if (now === sent && deps.clock.now() - sentAt < REPEATED_MS) continue;
    sent = now;
    sentAt = deps.clock.now();
    yield eventOf(sent);
  }
}

function isOver({ state }: AuditView): boolean {
  return state === 'done' || state === 'refused';
}

/** JSON has no line break of its own. */
function eventOf(json: string): string {
  return `data: ${json}\n\n`;
}
