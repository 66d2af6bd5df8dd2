import type { Instant } from './instant.ts';
import { endOfWorkingDay, type Office } from './working-time.ts';

/** The kinds of events of a lead. */
export type EventKind =
  | 'received'
  /** It was held, and the owner let it go: what is promised is promised from then on. */
  | 'released'
  | 'answered'
  | 'not-reached'
  | 'lost'
  | 'won'
  /** A call took place. */
  | 'held'
  | 'erasure-requested'
  | 'call-booked'
  | 'call-moved'
  | 'call-corrected'
  | 'call-cancelled'
  | 'confirmed'
  | 'status-sending'
  | 'status-written'
  /** Its record was gone at the provider, and the owner had another made. */
  | 'record-renewed'
  | 'audit-asked'
  | 'audit-ready'
  /** The report went to the visitor, by us or by the owner. */
  | 'audit-sent'
  /** Whoever reads the mailbox has opened a link of ours. */
  | 'mailbox-opened';

/** Something that a page or a mail promises to a visitor. */
export interface Promised {
  /** What the owner has to do, as the end of the line « À faire : … ». */
  readonly owed: string;
  /** Every sentence that makes the promise, as pages and mails show it. */
  readonly words: readonly string[];
  /** The events that make the promise; the latest of them starts its time limit. */
  readonly from: readonly EventKind[];
  /** Working days end when the office closes; other days have 24 hours. `call`: due when the call begins. */
  readonly within: { readonly workingDays: number } | { readonly days: number } | 'call';
  /** The events that fulfil or cancel it. */
  readonly keptBy: readonly EventKind[];
}

/** The last event that made a promise; undefined where these events do not make it. */
export function madeBy<E extends { readonly kind: EventKind }>(
  { from }: Pick<Promised, 'from'>,
  events: readonly E[],
): E | undefined {
  return events.findLast(({ kind }) => from.includes(kind));
}

const DAY_MS = 24 * 60 * 60_000;

/**
 * By when a promise is to be kept.
 * @param at when its event happened, or the call begins, as what is returned
 */
export function deadlineOf({ within }: Pick<Promised, 'within'>, at: Instant, office: Office): number {
  if (within === 'call') return at;
  if ('days' in within) return at + within.days * DAY_MS;
  return endOfWorkingDay(office, at, within.workingDays);
}
