import type { Logger } from 'pino';
import { office } from '#content/office.ts';
import type { Instant } from '#domain/instant.ts';
import { isoDayIn } from '#domain/wall-clock.ts';
import { type Expired, eraseExpired } from '../leads/operator/erase-expired.ts';
import { type Loop, startLoop } from '../queue/loop.ts';
import type { Database } from '../store/database.ts';
import type { Clock } from '../system/clock.ts';
import { forgetVisits } from '../visits/visit-counts.ts';

/** The first run waits: right after boot the machine's clock may not be synchronised yet, and this deletes by date. */
const FIRST_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;
const AGAIN_MS = 60 * 60_000;
const BETWEEN_MS = 1_000;

export interface RetentionDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'error'>;
  /** How long a lead is kept after the last exchange (`business.agency.leadRetentionMonths`). */
  readonly months: number;
  /** There is something to delete at the provider, or among the mails that are files. */
  readonly wake: () => void;
}

/** Deletes every day the leads, the bookings without a lead and the counts of visits whose retention, as the privacy policy states it, has ended, and logs how many. */
export function startRetention({ db, clock, log, months, wake }: RetentionDeps): Pick<Loop, 'stop'> {
  let begun = false;
  let leads = 0;
  let bookings = 0;
  let remoteIds: string[] = [];
  let next: Expired['next'];

  async function round(): Promise<number> {
    if (!begun) {
      begun = true;
      return FIRST_MS;
    }
    try {
      const erased = await eraseExpired(db, monthsBefore(clock.now(), months), clock.now(), next);
      await forgetVisits(db, isoDayIn(monthsBefore(clock.now(), months), office.timeZone));
      if (erased.leads > 0 || erased.bookings > 0) wake();
      leads += erased.leads;
      bookings += erased.bookings;
      remoteIds.push(...erased.remoteIds);
      next = erased.next;
      if (next !== undefined || erased.leads > 0 || erased.bookings > 0) return BETWEEN_MS;
      if (leads > 0 || bookings > 0) await db.engine.files?.emptyLog();
      log.info({ leads, bookings, remoteIds }, wordsOf(months, leads, remoteIds.length));
      [leads, bookings, remoteIds] = [0, 0, []];
      return DAY_MS;
    } catch (error) {
      log.error({ err: error }, FAILED);
      return AGAIN_MS;
    }
  }

  return startLoop(clock, round);
}

/** The same day of the month, `months` earlier; in a shorter month, its last day. */
export function monthsBefore(nowMs: Instant, months: number): number {
  const date = new Date(nowMs);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime();
}

function wordsOf(months: number, leads: number, records: number): string {
  const done = `Conservation : ${leads} ${leads > 1 ? 'contacts effacés' : 'contact effacé'} de la base, ${months} mois après le dernier échange.`;
  return records === 0 ? done : `${done} Leurs fiches dans Airtable s’effacent à la suite : voyez remoteIds.`;
}

const FAILED =
  'L’effacement des contacts dont la durée de conservation est passée a échoué. Rien n’est perdu ni effacé à moitié, un nouvel essai suit dans une heure. ' +
  'Si cette ligne revient, vérifiez que la base de données répond.';
