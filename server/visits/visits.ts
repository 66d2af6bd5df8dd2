import type { FastifyRequest } from 'fastify';
import { isbot } from 'isbot';
import { office } from '#content/office.ts';
import { declinesCounting, isAhead, isNavigation } from '#domain/navigation.ts';
import { OTHER_SOURCES, type Source } from '#domain/source.ts';
import type { VisitStep } from '#domain/visit-steps.ts';
import { isoDayIn } from '#domain/wall-clock.ts';
import type { LeadOrigin } from '../fields/origin-fields.ts';
import { startLoop } from '../queue/loop.ts';
import type { Database } from '../store/database.ts';
import type { VisitCountRow } from '../store/schema.ts';
import type { Clock } from '../system/clock.ts';
import type { Log } from '../system/log.ts';
import { fromOf, originOf } from './request-source.ts';
import { keyOf, MOST_SOURCES, visitCounts } from './visit-counts.ts';

/** What a kill costs at most: the counts of this time. */
const FLUSH_MS = 3_000;
const MINUTE_MS = 60_000;

/** Counts what people see of the site; keeps nothing that tells one from another. */
export interface Visits {
  /**
   * Counts a page that is answered, when a person's browser lands on it.
   * @returns the source to carry along in its links; undefined: none
   */
  page(request: FastifyRequest, page: string): Source | undefined;
  /** Counts a form that somebody begins to fill in, on the page that asks. */
  form(request: FastifyRequest): void;
  /** Where a lead comes from. @param said its form's field for the source */
  originOf(request: FastifyRequest, pageUrl: string, said: string): LeadOrigin;
  /** Writes what is not written yet. */
  stop(): Promise<void>;
}

export interface VisitsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  /** Origin of the site. */
  readonly publicUrl: string;
  /** The pages that hold the lead form, as paths. */
  readonly formPages: ReadonlySet<string>;
}

/** For a site that does not count; of a lead the page alone is kept. */
export const NOT_COUNTING: Visits = {
  page: () => undefined,
  form: () => {},
  originOf: (request, pageUrl) => {
    const { page } = originOf(request, pageUrl, '');
    return page === undefined ? {} : { page };
  },
  stop: async () => {},
};

/** Counts in memory, and adds to the database every three seconds. */
export function startVisits({ db, clock, log, publicUrl, formPages }: VisitsDeps): Visits {
  const store = visitCounts(db);
  let counts = new Map<string, VisitCountRow>();
  let today = { minute: -1, day: '' };
  const sources = new Set<string>();
  let failed = false;

  function dayNow(): string {
    const minute = Math.floor(clock.now() / MINUTE_MS);
    if (minute === today.minute) return today.day;
    const day = isoDayIn(clock.now(), office.timeZone);
    if (day !== today.day) sources.clear();
    today = { minute, day };
    return day;
  }

  /** The source, while the day has room for it. */
  function admitted(source: Source): Source {
    dayNow();
    const key = keyOf(source);
    if (sources.size < MOST_SOURCES) sources.add(key);
    return sources.has(key) ? source : OTHER_SOURCES;
  }

  function add(row: VisitCountRow): void {
    const key = `${row.day} ${row.step} ${row.page} ${keyOf(row)}`;
    counts.set(key, { ...row, count: row.count + (counts.get(key)?.count ?? 0) });
  }

  const count = (step: VisitStep, page: string, source: Source) =>
    add({ day: dayNow(), page, ...admitted(source), step, count: 1 });

  async function flush(): Promise<number> {
    if (counts.size === 0) return FLUSH_MS;
    const batch = [...counts.values()];
    counts = new Map();
    try {
      await store.add(batch);
      failed = false;
    } catch (error) {
      if (!failed) log.error({ err: error }, NOT_WRITTEN);
      failed = true;
      for (const row of batch) add(row);
    }
    return FLUSH_MS;
  }

  const loop = startLoop(clock, flush);
  return {
    page(request, page) {
      const { headers } = request;
      if (!isNavigation(headers) || !isPerson(headers)) return undefined;
      const from = fromOf(request, publicUrl);
      const isLanding = headers['sec-fetch-site'] !== 'same-origin' && from.page === undefined;
      if (isLanding && !isAhead(headers)) count('visit', page, from.source);
      const carried = admitted(from.source);
      return carried.source + carried.medium + carried.campaign === '' || carried === OTHER_SOURCES
        ? undefined
        : carried;
    },

    form(request) {
      const { headers } = request;
      if (headers['sec-fetch-site'] !== 'same-origin' || !isPerson(headers)) return;
      const { page, source } = fromOf(request, publicUrl);
      if (page !== undefined && formPages.has(page)) count('form', page, source);
    },

    originOf,

    async stop() {
      await loop.stop();
      await flush();
    },
  };
}

/** Whether a browser asks that has a name, is no robot's and does not decline to be counted. */
function isPerson(headers: FastifyRequest['headers']): boolean {
  const agent = headers['user-agent'];
  return agent !== undefined && !declinesCounting(headers) && !isbot(agent);
}

const NOT_WRITTEN =
  'Les visites comptées n’ont pas pu être écrites ; elles restent en mémoire et le seront dès que la base répond. ' +
  'Les contacts ne sont pas touchés. Vérifiez que la base de données répond et qu’il y a de la place sur son disque.';
