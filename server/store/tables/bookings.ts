import type { Instant } from '#domain/instant.ts';
import type { Defaulted } from './column.ts';

/** A call that was booked; it stays when it was cancelled. */
export interface BookingsTable {
  /** The uuid made by the visitor's browser: the idempotency key. */
  id: string;
  /** Opens the page where the call is moved and cancelled; unguessable. */
  token: string;
  /** Names the call in everybody's calendar (RFC 5545, section 3.8.4.7); never changes. */
  uid: string;
  lead_id: string | null;
  name: string;
  email: string;
  /** The mailbox of the address (server/system/mailbox.ts), to count by. */
  mailbox: Defaulted<string>;
  /** E.164. */
  phone: string;
  /** The number that was typed first, once it was corrected: with it a repeated request is recognised. */
  asked_phone: string | null;
  /** IANA time zone of the visitor, when it is known. */
  time_zone: string | null;
  /** The start that was asked for first: with it a repeated request is recognised after a move too. */
  asked_start_at: number;
  start_at: number;
  end_at: number;
  state: 'booked' | 'cancelled';
  /** `waiting`: covers no time until the owner releases it; null: it never had to wait. */
  held: Defaulted<'waiting' | 'released' | null>;
  /** What the owner said became of it; null: nothing. */
  outcome: Defaulted<'held' | 'not-reached' | null>;
  /** Rises with each change (RFC 5545, section 3.8.7.4). */
  sequence: number;
  created_at: number;
  changed_at: number;
}

/** Time that a booked call covers, its buffer included: five minutes each, counted since the epoch. */
export interface BookingCellsTable {
  cell: number;
  booking_id: string;
}

/** Every state that a booking has been in, but for having waited; its key lets one of two changes at the same moment pass. */
export interface BookingChangesTable {
  booking_id: string;
  sequence: number;
  /** `corrected`: to another number. */
  kind: 'booked' | 'moved' | 'corrected' | 'cancelled';
  start_at: number;
  at: Instant;
}

/** Hours that the owner has blocked. */
export interface BlockedHoursTable {
  start_at: number;
  end_at: number;
}
