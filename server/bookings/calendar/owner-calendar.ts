import type { Interval } from '#domain/availability.ts';
import type { Instant } from '#domain/instant.ts';
import type { Log } from '../../system/log.ts';
import { within } from '../../system/within.ts';
import { freedBy } from '../store/blocked-hours.ts';
import { type CalendarReading, merged, type WholeDay } from './busy-intervals.ts';

export interface OwnerCalendarDeps {
  /** Reads the calendar between two instants; rejects when it cannot be read. */
  readonly read: (from: Instant, to: Instant) => Promise<CalendarReading>;
  /** Words that leave whole days free whose title has them. */
  readonly free: () => Promise<readonly string[]>;
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
  const { read, free, whenUnreadable, horizonDays, now, log, refreshTimeoutMs = REFRESH_TIMEOUT_MS } = deps;
  let last: (CalendarReading & { readonly at: Instant }) | undefined;
  let failed: { readonly at: Instant; readonly reason: string } | undefined;
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
      const reading = await read(at - DAY_MS, at + (horizonDays + 2) * DAY_MS);
      const { odd, isInUse } = reading;
      if (failed !== undefined) log.info('L’agenda du propriétaire est de nouveau lisible.');
      if (odd.length > told) log.warn(oddEntries(odd.length));
      if (!isInUse && last?.isInUse !== false) log.warn(`OWNER_CALENDAR_URL : ${NOT_IN_USE}`);
      told = odd.length;
      last = { ...reading, at };
      failed = undefined;
    } catch (error) {
      const reason = reasonOf(error);
      if (failed === undefined) log.warn(unreadable(reason, whenUnreadable));
      failed = { at: now(), reason };
    }
  }

  /** Has it read again when that is due. @returns whether what is known is too old to be used */
  async function renew(fresh: boolean): Promise<boolean> {
    const at = now();
    const resting = failed !== undefined && at - failed.at < REST_MS;
    const stale = last === undefined || at - last.at > (fresh ? BOOK_FOR_MS : LIST_FOR_MS);
    if (stale && !resting) {
      const refreshed = within(refreshTimeoutMs, refresh()).catch(() => {
        // The reading goes on in the background; later requests use its result.
      });
      if (fresh || last === undefined) await refreshed;
    }
    return last === undefined || now() - last.at > GOOD_FOR_MS;
  }

  return {
    async between(from, to, fresh) {
      const isUnknown = await renew(fresh);
      if (isUnknown && whenUnreadable === 'stop') return undefined;
      const { timed = [], wholeDays = [] } = last ?? {};
      const words = wholeDays.length === 0 ? [] : await free();
      const days = wholeDays.filter(({ title }) => freedBy(title, words) === undefined);
      return merged([...timed, ...days]).filter(({ start, end }) => end > from && start < to);
    },

    async seen(from, to) {
      await renew(false);
      const words = await free();
      return {
        problem: failed?.reason ?? (last?.isInUse === false ? NOT_IN_USE : undefined),
        odd: last?.odd ?? [],
        wholeDays: (last?.wholeDays ?? [])
          .filter(({ start, end }) => end > from && start < to)
          .map((day) => ({ ...day, freedBy: freedBy(day.title, words) })),
        free: words,
      };
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

function reasonOf(error: unknown): string {
  return error instanceof Error && error.name === 'CalendarUnreadable' ? error.message : 'erreur imprévue';
}

function unreadable(reason: string, whenUnreadable: 'offer' | 'stop'): string {
  const meanwhile =
    whenUnreadable === 'offer'
      ? 'Les appels restent proposés d’après la dernière lecture\u202f: une heure déjà prise chez vous peut être réservée.'
      : 'Dans une heure au plus, plus aucun appel n’est proposé.';
  return `OWNER_CALENDAR_URL : ${reason}. ${meanwhile} Les rendez-vous enregistrés sont intacts. Vérifiez l’adresse secrète de l’agenda avec npm run doctor.`;
}

/** When the owner is busy according to their own calendar. */
export interface BusyTimes {
  /**
   * The busy intervals between two instants; undefined when the calendar cannot be read and no call may be offered.
   * @param fresh whether to read the calendar again first, unless that takes too long
   */
  between(from: Instant, to: Instant, fresh: boolean): Promise<readonly Interval[] | undefined>;
  /** The calendar from the owner's side, between two instants; absent where none is set. */
  seen?(from: Instant, to: Instant): Promise<CalendarSeen>;
}

/** What the owner sees of their own calendar. */
export interface CalendarSeen {
  /** What is wrong with it, and what to check. */
  readonly problem: string | undefined;
  /** The titles of the entries that were left out. */
  readonly odd: readonly string[];
  readonly wholeDays: readonly SeenDay[];
  /** The words that leave whole days free. */
  readonly free: readonly string[];
}

/** An entry of whole days. */
export interface SeenDay extends WholeDay {
  /** Of these words the one that leaves it free. */
  readonly freedBy: string | undefined;
}
