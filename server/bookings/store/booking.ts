import { CELL_MINUTES, type Interval } from '#domain/availability.ts';
import type { SchedulingProvider } from '#domain/booking.ts';
import type { Instant } from '#domain/instant.ts';
import type { BookingRow } from '../../store/schema.ts';

export interface StoredBooking {
  readonly id: string;
  /** Opens the page where the call is moved and cancelled. */
  readonly token: string;
  /** Names the call in every calendar. */
  readonly uid: string;
  readonly leadId: string | null;
  /** Whether the lead was found by name and e-mail, which anybody may type: for the owner, not for the visitor. */
  readonly byName: boolean;
  readonly name: string;
  readonly email: string;
  /** E.164; empty where a provider has sent none. */
  readonly phone: string;
  /** The number that was asked for first, E.164. */
  readonly askedPhone: string;
  readonly timeZone: string | null;
  /** The start that was asked for first. */
  readonly askedStart: number;
  readonly start: Instant;
  readonly end: Instant;
  /** `held`: it covers no time until the owner releases it. */
  readonly state: 'booked' | 'held' | 'cancelled';
  /** What the owner said became of it; null: nothing. */
  readonly outcome: 'held' | 'not-reached' | null;
  readonly sequence: number;
  readonly createdAt: Instant;
  readonly changedAt: Instant;
  /** Where it was booked, and can be changed alone; null: here. */
  readonly provider: SchedulingProvider | null;
}

/** The lead that the visitor brought a reference to: theirs alone is told of, and referred to, on the page of a call. */
export function broughtLead({ leadId, byName }: Pick<StoredBooking, 'leadId' | 'byName'>): string | null {
  return byName ? null : leadId;
}

/** Whether a call was cancelled or has ended. */
export function isGone({ state, end }: Pick<StoredBooking, 'state' | 'end'>, now: Instant): boolean {
  return state === 'cancelled' || end <= now;
}

/** The time of a call, and until when its buffer lasts. */
export interface CallTime extends Interval {
  readonly coversUntil: number;
}

export type NewBooking = Omit<
  StoredBooking,
  | 'byName'
  | 'askedPhone'
  | 'askedStart'
  | 'start'
  | 'end'
  | 'state'
  | 'outcome'
  | 'sequence'
  | 'createdAt'
  | 'changedAt'
  | 'provider'
> & {
  readonly byName?: boolean;
  readonly time: CallTime;
  /** Whether it waits for the owner's word. */
  readonly held?: boolean;
};

/** What the visitor of a call was told last. */
export interface ToldChange {
  readonly start: Instant;
  /** Whether its number was corrected after that. */
  readonly isCorrectedSince: boolean;
}

/** Time that is taken, and by which booking, or by none (`BLOCKED`). */
export interface Taken extends Interval {
  readonly bookingId: string;
}

export function toBooking(row: BookingRow): StoredBooking {
  return {
    id: row.id,
    token: row.token,
    uid: row.uid,
    leadId: row.lead_id,
    byName: row.by_name === 1,
    name: row.name,
    email: row.email,
    phone: row.phone,
    askedPhone: row.asked_phone ?? row.phone,
    timeZone: row.time_zone,
    askedStart: row.asked_start_at,
    start: row.start_at,
    end: row.end_at,
    state: row.state === 'booked' && row.held === 'waiting' ? 'held' : row.state,
    outcome: row.outcome,
    sequence: row.sequence,
    createdAt: row.created_at,
    changedAt: row.changed_at,
    provider: row.provider,
  };
}

export const CELL_MS = CELL_MINUTES * 60_000;

/** The cells of five minutes that a time touches, numbered since the epoch. */
export function cellsOf(start: Instant, end: Instant): number[] {
  const first = Math.floor(start / CELL_MS);
  return Array.from({ length: Math.ceil(end / CELL_MS) - first }, (_, index) => first + index);
}
