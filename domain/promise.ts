import { endOfWorkingDay, type Office } from './working-time.ts';

/** The kinds of events of a lead. */
export type EventKind =
  | 'received'
  | 'answered'
  | 'not-reached'
  | 'lost'
  | 'erasure-requested'
  | 'call-booked'
  | 'call-moved'
  | 'call-corrected'
  | 'call-cancelled'
  | 'confirmed'
  | 'status-sending'
  | 'status-written'
  | 'audit-asked'
  | 'audit-ready';

/** Something that a page or a mail promises to a visitor. */
export interface Promised {
  /** What the owner has to do, as the end of the line « À faire : … ». */
  readonly owed: string;
  /** Every sentence that makes the promise, as pages and mails show it. */
  readonly words: readonly string[];
  /** The event that makes the promise and starts its time limit. */
  readonly from: EventKind;
  /** Working days end when the office closes; other days have 24 hours. `call`: due when the call begins. */
  readonly within: { readonly workingDays: number } | { readonly days: number } | 'call';
  /** The events that fulfil or cancel it. */
  readonly keptBy: readonly EventKind[];
}

const DAY_MS = 24 * 60 * 60_000;

/**
 * By when a promise is to be kept.
 * @param at when its event happened, or the call begins; milliseconds since the epoch, as what is returned
 */
export function deadlineOf({ within }: Pick<Promised, 'within'>, at: number, office: Office): number {
  if (within === 'call') return at;
  if ('days' in within) return at + within.days * DAY_MS;
  return endOfWorkingDay(office, at, within.workingDays);
}
