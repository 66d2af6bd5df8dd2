import type { Interval } from '#domain/availability.ts';
import type { Instant } from '#domain/instant.ts';
import type { Log } from '../../system/log.ts';
import { within } from '../../system/within.ts';
import type { CalendarReading } from './busy-intervals.ts';
import type { BusyTimes } from './busy-times.ts';

export interface OwnerCalendarDeps {
  /** Reads the calendar between two instants; rejects when it cannot be read. */
  readonly read: (from: Instant, to: Instant) => Promise<CalendarReading>;
  /** While the calendar cannot be read: `offer` goes on without it, `stop` offers no call. */
  readonly whenUnreadable: 'offer' | 'stop';
  /** The last day that can be booked, in days from now. */
  readonly horizonDays: number;
  readonly now: () => Instant;
  readonly log: Pick<Log, 'warn' | 'info'>;
  /** How long a visitor's request waits for the calendar, in milliseconds. */
  readonly refreshTimeoutMs?: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const REFRESH_TIMEOUT_MS = 2_000;
/** How long the list of free times, and a booking, use what was read. */
const LIST_FOR_MS = 5 * MINUTE_MS;
const BOOK_FOR_MS = 5_000;
/** For that long after a failure no request waits for the calendar. */
const REST_MS = 30_000;
/** What was read longer ago counts as not read: then `content/availability.ts` says whether times are offered. */
const GOOD_FOR_MS = 60 * MINUTE_MS;

/** The owner's calendar over HTTP, cached, and read again before a booking. */
export function ownerCalendar(deps: OwnerCalendarDeps): BusyTimes {
  const { read, whenUnreadable, horizonDays, now, log, refreshTimeoutMs = REFRESH_TIMEOUT_MS } = deps;
  let last:
    | { readonly at: Instant; readonly intervals: readonly Interval[]; readonly isInUse: boolean }
    | undefined;
  let failedAt: Instant | undefined;
  let reading: Promise<void> | undefined;
  /** How many odd entries the log has told of. */
  let told = 0;

  function refresh(): Promise<void> {
    reading ??= readNow().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  async function readNow(): Promise<void> {
    const at = now();
    try {
      const { busy, odd, isInUse } = await read(at - DAY_MS, at + (horizonDays + 2) * DAY_MS);
      if (failedAt !== undefined) log.info('L’agenda du propriétaire est de nouveau lisible.');
      if (odd.length > told) log.warn(oddEntries(odd.length));
      if (!isInUse && last?.isInUse !== false) log.warn(`OWNER_CALENDAR_URL : ${NOT_IN_USE}`);
      told = odd.length;
      last = { at, intervals: busy, isInUse };
      failedAt = undefined;
    } catch (error) {
      if (failedAt === undefined) log.warn(unreadable(error, whenUnreadable));
      failedAt = now();
    }
  }

  return {
    async between(from, to, fresh) {
      const at = now();
      const resting = failedAt !== undefined && at - failedAt < REST_MS;
      const stale = last === undefined || at - last.at > (fresh ? BOOK_FOR_MS : LIST_FOR_MS);
      if (stale && !resting) {
        const refreshed = within(refreshTimeoutMs, refresh()).catch(() => {
          // The reading goes on in the background; later requests use its result.
        });
        if (fresh || last === undefined) await refreshed;
      }
      const known = last !== undefined && now() - last.at <= GOOD_FOR_MS;
      if (!known && whenUnreadable === 'stop') return undefined;
      return (last?.intervals ?? []).filter(({ start, end }) => end > from && start < to);
    },
  };
}

/** What the owner checks of a feed that can be read and has nothing in it. */
export const NOT_IN_USE =
  'l’agenda est lisible, mais n’a aucune entrée à moins d’un an. Vérifiez que c’est bien celui où vous notez vos rendez-vous, que le partage en montre les détails ou au moins l’occupation, et que l’adresse n’est pas celle d’un autre agenda (anniversaires, jours fériés).';

function oddEntries(count: number): string {
  const entries = count === 1 ? 'entrée étrange' : 'entrées étranges';
  return `OWNER_CALENDAR_URL : votre agenda contient ${count} ${entries}, peut-être une invitation. Ce qui est illisible ou sans fin, ou dont personne ne connaît le fuseau horaire, n’y compte pas, et son heure peut être réservée\u202f; le reste compte comme toujours. npm run doctor donne les titres\u202f: corrigez ou supprimez ces entrées dans votre agenda.`;
}

function unreadable(error: unknown, whenUnreadable: 'offer' | 'stop'): string {
  const reason =
    error instanceof Error && error.name === 'CalendarUnreadable' ? error.message : 'erreur imprévue';
  const meanwhile =
    whenUnreadable === 'offer'
      ? 'Les appels restent proposés d’après la dernière lecture\u202f: une heure déjà prise chez vous peut être réservée.'
      : 'Dans une heure au plus, plus aucun appel n’est proposé.';
  return `OWNER_CALENDAR_URL : ${reason}. ${meanwhile} Les rendez-vous enregistrés sont intacts. Vérifiez l’adresse secrète de l’agenda avec npm run doctor.`;
}
