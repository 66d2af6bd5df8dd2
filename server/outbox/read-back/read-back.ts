import type { Logger } from 'pino';
import { MOST_AT_ONCE, type RecordReader } from '../../destinations/airtable/read-records.ts';
import { nextDue } from '../../queue/due.ts';
import { type Loop, startLoop } from '../../queue/loop.ts';
import { deliveryPausedSince } from '../../store/conditions.ts';
import type { Database } from '../../store/database.ts';
import type { ReadBackRow } from '../../store/schema.ts';
import type { Clock } from '../../system/clock.ts';
import { OUTBOX } from '../outbox-queue.ts';
import { type DeliveredLead, type Found, judge, nextPage, type ReadRecord, settlePage } from './page.ts';
import { endPart, newestReading, postponeReading, takeReading } from './run.ts';

/** As with the retention: right after boot the machine's clock may not be right yet, and nights go by it. */
const FIRST_MS = 60_000;
/** How often it is looked whether a night has begun. */
export const READ_BACK_POLL_MS = 60_000;
/** Between two requests, of the five that the provider takes in a second: a lead that comes meanwhile waits for one at most. */
const BETWEEN_MS = 1_000;
/** Until it is looked again whether the leads that are due have left. */
const BEHIND_LEADS_MS = 5_000;

export interface ReadBackOptions {
  readonly db: Database;
  readonly records: RecordReader;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Has what a record should say written into it, where it says something older of ours. Done again, it changes nothing. */
  readonly mend: (read: readonly ReadRecord[], night: string) => Promise<void>;
}

/**
 * Reads every night the records delivered in the last 30 days and a
 * sample of the older ones, a page at a time and only while no lead is due: whether each is there, was changed, or is
 * gone. What is read is durable page by page, so that whoever goes on after a crash begins with the next one.
 */
export function startReadBack(options: ReadBackOptions): Pick<Loop, 'stop'> {
  const { clock, log } = options;
  const stopping = new AbortController();
  let begun = false;

  async function round(): Promise<number> {
    if (!begun) {
      begun = true;
      return FIRST_MS;
    }
    try {
      return await readOn(options, stopping.signal);
    } catch (error) {
      log.error({ err: error }, FAILED);
      return READ_BACK_POLL_MS;
    }
  }

  const loop = startLoop(clock, round);
  return {
    stop() {
      stopping.abort();
      return loop.stop();
    },
  };
}

/**
 * Reads the next page, if one is to be read.
 * @returns how long there is nothing to do, in milliseconds
 */
export async function readOn(options: ReadBackOptions, signal: AbortSignal): Promise<number> {
  const { db, clock, log } = options;
  if ((await deliveryPausedSince(db)) !== undefined) return READ_BACK_POLL_MS;
  const dueIn = await nextDue(db, OUTBOX, clock.now());
  if (dueIn !== undefined && dueIn <= 0) return BEHIND_LEADS_MS;
  const run = await takeReading(db, clock.now());
  if (run === undefined) return READ_BACK_POLL_MS;
  const rows = await nextPage(db, run, MOST_AT_ONCE);
  if (rows.length === 0) {
    await endPart(db, run, clock.now());
    if (run.part === 'older') await tellEnd(options);
    return 0;
  }
  const found = await read(options, run, rows, signal);
  if (signal.aborted) return 0;
  if (typeof found === 'string') {
    await postponeReading(db, clock.now(), found);
    log.warn(INTERRUPTED);
    return READ_BACK_POLL_MS;
  }
  const { pages, there } = found;
  await options.mend(there, run.night);
  await settlePage(db, { run, rows, found: pages }, clock.now());
  return BETWEEN_MS;
}

/** @returns what each place says of the rows in it, and the records; a text: why not all could be read */
async function read(
  { records }: ReadBackOptions,
  run: ReadBackRow,
  rows: readonly DeliveredLead[],
  signal: AbortSignal,
): Promise<ReadPages | string> {
  const pages: (readonly [string, Found])[] = [];
  const there: ReadRecord[] = [];
  const isInUse = run.part === 'recent' && run.present > 0;
  const byPlace = Map.groupBy(rows, ({ strategy }) => records.placeOf(strategy).name);
  for (const [name, some] of byPlace) {
    const place = records.placeOf(some[0]?.strategy ?? 0);
    const reply = await records.read(
      place,
      some.map(({ recordId }) => recordId),
      signal,
    );
    if (reply.kind === 'transient') return reply.message;
    if (reply.kind === 'rejected') return `${reply.rejection.status}\u202f: ${reply.rejection.message}`;
    pages.push([name, judge(some, name, reply.answer, isInUse)]);
    for (const row of some) {
      const record = reply.answer.get(row.recordId);
      if (record !== undefined) there.push({ ...row, record });
    }
  }
  return { pages, there };
}

interface ReadPages {
  readonly pages: readonly (readonly [string, Found])[];
  readonly there: readonly ReadRecord[];
}

async function tellEnd({ db, log }: ReadBackOptions): Promise<void> {
  const { present, changed, gone, elsewhere } = (await newestReading(db)) as ReadBackRow;
  const figures = { present, changed, gone, elsewhere };
  if (gone === 0) log.info(figures, COMPLETE);
  else log.warn(figures, `${COMPLETE} ${GONE}`);
}

const COMPLETE = 'Fiches relues chez Airtable.';
const GONE =
  'Des fiches n’y sont plus, sans que ce site les ait effacées. Rien n’est créé tout seul : ./oui list --gone les nomme, ./oui retry --gone les crée à nouveau.';
const INTERRUPTED =
  'Les fiches n’ont pas pu être relues chez Airtable : npm run doctor en dit la raison. Rien n’est donné pour disparu, un nouvel essai suit dans un quart d’heure.';
const FAILED =
  'La relecture des fiches chez Airtable a buté sur une erreur. Rien n’est perdu, un nouvel essai suit dans une minute. ' +
  'Si cette ligne revient, vérifiez que la base de données répond.';
