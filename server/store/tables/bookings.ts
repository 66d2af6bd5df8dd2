import type { SchedulingProvider } from '#domain/booking.ts';
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
  /** 1: the lead was found by name and e-mail; its visitor, who may be anybody, brought no reference to it. */
  by_name: Defaulted<0 | 1>;
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
  /** 1: the owner has cancelled it as abuse; it counts against no limit. */
  abuse: Defaulted<0 | 1>;
  /** Rises with each change (RFC 5545, section 3.8.7.4). */
  sequence: number;
  created_at: number;
  changed_at: number;
  /** Where it was booked, and is moved and cancelled; null: here. */
  provider: Defaulted<SchedulingProvider | null>;
}

/** What webhooks have told of one name that a call has had at its provider; nothing that a visitor typed. */
export interface ProviderCallsTable {
  provider: SchedulingProvider;
  /** At Calendly the address of the invitee, at Cal.com the booking's uid; a move gives the call another. */
  uid: string;
  /** Its name before the move that gave it this one. */
  previous: string | null;
  /** Null: not enough is known of it yet to make it a booking. */
  booking_id: string | null;
  /** The lead whose reference came with it. */
  lead_id: string | null;
  /** Null: only its name is known, from another webhook. */
  start_at: number | null;
  end_at: number | null;
  /** `moved`: it goes on under another name. */
  state: 'booked' | 'moved' | 'cancelled';
  no_show: 0 | 1;
}

/** The webhooks that were taken. Never deleted: one that is sent again is known even after its call was erased. */
export interface ProviderHooksTable {
  /** SHA-256 of the body. */
  hash: string;
  provider: SchedulingProvider;
  event: string;
  received_at: Instant;
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

/** Words by which whole-day entries of the owner's calendar leave her free. */
export interface FreeDaysTable {
  words: string;
}

/** Hours that the owner has blocked. */
export interface BlockedHoursTable {
  start_at: number;
  end_at: number;
}
