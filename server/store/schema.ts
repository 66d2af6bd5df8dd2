import type { ColumnType, Insertable, Selectable } from 'kysely';
import type { EventKind } from '#domain/promise.ts';

/** Every instant in the store is a number of milliseconds since the epoch. */
export interface LeadsTable {
  /** The uuid made by the browser; being the primary key makes it the idempotency key. */
  id: string;
  name: string;
  email: string;
  user_id: string;
  url: string;
  status: 'Cold';
  created_at: number;
}

/** A column that a new row may leave out. */
type Defaulted<T> = ColumnType<T, T | undefined, T>;

/** What remains to be done with a lead outside; one row for each lead, written with it. */
export interface OutboxTable {
  lead_id: string;
  destination: 'airtable';
  state: Defaulted<'waiting' | 'delivered'>;
  due_at: number;
  attempts: Defaulted<number>;
  lease_owner: Defaulted<string | null>;
  lease_until: Defaulted<number | null>;
  /** Index (from 0) of the strategy to use next. */
  strategy: Defaulted<number>;
  /** 1 when an earlier attempt may have landed: before the next one its record is looked for. */
  unknown_outcome: Defaulted<0 | 1>;
  /** JSON list of {strategy, status, type, message}. */
  rejections: Defaulted<string | null>;
  /** When every strategy had been rejected. */
  refused_at: Defaulted<number | null>;
  last_error: Defaulted<string | null>;
  delivered_at: Defaulted<number | null>;
  remote_id: Defaulted<string | null>;
  /** Why a suspect lead is held back (French, for the operator); null: it may go out. */
  held_because: Defaulted<string | null>;
  /** 1 when an operator let it go after it had been held: it goes out behind those that never were. */
  released: Defaulted<0 | 1>;
  /** Since when somebody is to be told of the lead; null: it was told about, or stood before there was any telling. */
  tell_since: Defaulted<number | null>;
}

/** One row for each destination: when the next request to it may leave, over all instances together. */
export interface PaceTable {
  destination: 'airtable';
  next_at: number;
  /** When `next_at` was written, by the same clock. */
  written_at: Defaulted<number>;
}

/** As many rows for each destination as the requests that it takes in any second, over all instances together. */
export interface PlacesTable {
  destination: 'airtable';
  place: number;
  free_at: number;
}

/** What every instance must know and nobody else may: made at random by whichever needs it first. */
export interface SecretsTable {
  name: 'form-proof' | 'form-id' | 'message-links';
  value: string;
}

/** Records of leads that were erased: they stay theirs, and say nothing about anybody. */
export interface ErasedRecordsTable {
  remote_id: string;
}

/** One row at most: when the database was last put back from a backup. */
export interface RestoresTable {
  id: 1;
  restored_at: number;
}

/** One row, written again by each readiness check: what cannot be written cannot take a lead either. */
export interface ProbeTable {
  id: 1;
  written_at: number;
}

/** What happened to a lead, on whose word; rows are only ever added. */
export interface LeadEventsTable {
  id: string;
  lead_id: string;
  at: number;
  kind: EventKind;
  by: 'visitor' | 'owner' | 'provider' | 'system';
  /** JSON. */
  detail: Defaulted<string | null>;
}

export type { EventKind };

/** What is owed to somebody about a lead, about several, or about the service: mails, webhooks, a record's status; one row for each. */
export interface MessagesTable {
  /** The Message-ID or webhook-id of every attempt, so that a repeat can be recognised. */
  id: string;
  kind: MessageKind;
  channel: Channel;
  recipient: 'owner' | 'visitor' | 'webhook' | 'provider';
  lead_id: string | null;
  /** JSON. */
  detail: Defaulted<string | null>;
  /** Stands for the visitor's address, which is not repeated here: so many a day and no more. */
  address_key: Defaulted<string | null>;
  /** `failed`: refused for good; `dropped`: not owed any more. */
  state: Defaulted<MessageState>;
  created_at: number;
  due_at: number;
  attempts: Defaulted<number>;
  lease_owner: Defaulted<string | null>;
  lease_until: Defaulted<number | null>;
  /** 1 while an attempt is under way, and when one may have landed. */
  unknown_outcome: Defaulted<0 | 1>;
  last_error: Defaulted<string | null>;
  sent_at: Defaulted<number | null>;
  /** What the server that took it answered. */
  receipt: Defaulted<string | null>;
}

export type MessageKind =
  | 'owner-lead'
  | 'owner-reminder'
  | 'owner-erasure'
  | 'owner-held'
  | 'owner-webhook-stopped'
  | 'owner-week'
  | 'owner-alarm'
  | 'owner-alarm-over'
  | 'visitor-lead'
  | 'webhook-lead'
  | 'webhook-alarm'
  | 'provider-status'
  | 'visitor-call'
  | 'visitor-call-reminder'
  | 'owner-call'
  | 'owner-call-reminder';
export type Channel = 'mail' | 'webhook' | 'provider';
export type MessageState = 'waiting' | 'sent' | 'failed' | 'dropped';

/** A channel that was switched off from outside; a new address switches it on again. */
export interface ChannelsTable {
  name: 'webhook';
  /** A hash of the address and its secret. */
  address: string;
  stopped_at: number;
  reason: string;
}

export type AlarmName = 'delivery-late' | 'fallback-strategy' | 'mail-down';

/** One row for each alarm there has been: its newest spell. */
export interface AlarmsTable {
  name: AlarmName;
  /** Rises with each spell: what is sent about one is sent once. */
  spell: number;
  /** Since when what it is about has held. */
  since: number;
  /** When it had held for long enough to be told; null: not yet. */
  raised_at: Defaulted<number | null>;
  /** When it was over; null: it stands. */
  ended_at: Defaulted<number | null>;
}

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
  /** E.164. */
  phone: string;
  /** IANA time zone of the visitor, when it is known. */
  time_zone: string | null;
  /** The start that was asked for first: with it a repeated request is recognised after a move too. */
  asked_start_at: number;
  start_at: number;
  end_at: number;
  state: 'booked' | 'cancelled';
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

/** Every state that a booking has been in; its key lets one of two changes at the same moment pass. */
export interface BookingChangesTable {
  booking_id: string;
  sequence: number;
  kind: 'booked' | 'moved' | 'cancelled';
  start_at: number;
  at: number;
}

export interface Schema {
  alarms: AlarmsTable;
  bookings: BookingsTable;
  booking_cells: BookingCellsTable;
  booking_changes: BookingChangesTable;
  lead_events: LeadEventsTable;
  messages: MessagesTable;
  channels: ChannelsTable;
  leads: LeadsTable;
  outbox: OutboxTable;
  probe: ProbeTable;
  pace: PaceTable;
  places: PlacesTable;
  secrets: SecretsTable;
  erased_records: ErasedRecordsTable;
  restores: RestoresTable;
}

export type LeadRow = Selectable<LeadsTable>;
export type NewOutboxRow = Insertable<OutboxTable>;
export type OutboxRow = Selectable<OutboxTable>;
export type MessageRow = Selectable<MessagesTable>;
export type NewMessageRow = Insertable<MessagesTable>;
export type AlarmRow = Selectable<AlarmsTable>;
export type LeadEventRow = Selectable<LeadEventsTable>;
export type BookingRow = Selectable<BookingsTable>;
export type BookingChangeRow = Selectable<BookingChangesTable>;
