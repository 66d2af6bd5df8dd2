import type { Interval } from '#domain/availability.ts';
import type { Log } from '../../system/log.ts';
import { within } from '../../system/within.ts';
import type { BusyTimes } from './busy-times.ts';

export interface OwnerCalendarDeps {
  /** Reads the calendar between two instants; rejects when it cannot be read. */
  readonly read: (from: number, to: number) => Promise<readonly Interval[]>;
  /** What to do while it cannot be read: go on with what was last read, or offer no call. */
  readonly whenUnreadable: 'offer' | 'stop';
  /** The last day that can be booked, in days from now. */
  readonly horizonDays: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Pick<Log, 'warn' | 'info'>;
  /** How long a visitor waits for it, in milliseconds. */
  readonly patienceMs?: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const PATIENCE_MS = 2_000;
/** A list asks for it again after that; a booking does once what was read is this old. */
const LIST_FOR_MS = 5 * MINUTE_MS;
const BOOK_FOR_MS = 5_000;
/** After a failure nobody waits for it again so soon. */
const REST_MS = 30_000;
/** Behind this, what was read says nothing any more. */
const GOOD_FOR_MS = 60 * MINUTE_MS;

/** The owner's calendar, read now and then, and again when somebody books. */
export function ownerCalendar(deps: OwnerCalendarDeps): BusyTimes {
  const { read, whenUnreadable, horizonDays, now, log, patienceMs = PATIENCE_MS } = deps;
  let last: { readonly at: number; readonly intervals: readonly Interval[] } | undefined;
  let failedAt: number | undefined;
  let reading: Promise<void> | undefined;

  function refresh(): Promise<void> {
    reading ??= readNow().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  async function readNow(): Promise<void> {
    const at = now();
    try {
      const intervals = await read(at - DAY_MS, at + (horizonDays + 2) * DAY_MS);
      if (failedAt !== undefined) log.info('L’agenda du propriétaire est de nouveau lisible.');
      last = { at, intervals };
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
        const refreshed = within(patienceMs, refresh()).catch(() => {
          // It goes on, and the next one has what it brings.
        });
        if (fresh || last === undefined) await refreshed;
      }
      const known = last !== undefined && now() - last.at <= GOOD_FOR_MS;
      if (!known && whenUnreadable === 'stop') return undefined;
      return (last?.intervals ?? []).filter(({ start, end }) => end > from && start < to);
    },
  };
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
