import type { ColumnType, Insertable, Selectable } from 'kysely';
import type { AuditRefusal, AuditState, StepName } from '#domain/audit.ts';
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

/** What is owed to somebody about a lead (or about several): mails and webhooks; one row for each. */
export interface MessagesTable {
  /** The Message-ID or webhook-id of every attempt, so that a repeat can be recognised. */
  id: string;
  kind: MessageKind;
  channel: Channel;
  recipient: 'owner' | 'visitor' | 'webhook';
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
  | 'visitor-lead'
  | 'webhook-lead'
  | 'visitor-call'
  | 'visitor-call-reminder'
  | 'owner-call'
  | 'owner-call-reminder'
  | 'visitor-audit'
  | 'owner-audit';
export type Channel = 'mail' | 'webhook';
export type MessageState = 'waiting' | 'sent' | 'failed' | 'dropped';

/** A channel that was switched off from outside; a new address switches it on again. */
export interface ChannelsTable {
  name: 'webhook';
  /** A hash of the address and its secret. */
  address: string;
  stopped_at: number;
  reason: string;
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

/** An express audit that was asked for; whoever has its token may read it. */
export interface AuditsTable {
  /** Opens the report; unguessable. */
  token: string;
  /** Absolute, as it was understood. */
  url: string;
  /** 1 when the visitor typed `http://` or `https://`. */
  scheme_typed: 0 | 1;
  host: string;
  lead_id: string | null;
  state: Defaulted<AuditState>;
  /** What is being looked at; only while it runs. */
  step: Defaulted<StepName | null>;
  /** 1 when a fresh proof of work came with it: those go first. */
  proved: 0 | 1;
  /** Runs that were begun, those that a stopping server gave back excepted. */
  attempts: Defaulted<number>;
  lease_owner: Defaulted<string | null>;
  lease_until: Defaulted<number | null>;
  /** Why there is no report: how the visit ended, or `interrupted`. */
  refusal: Defaulted<AuditRefusal | null>;
  /** JSON of the facts, and their version. */
  facts: Defaulted<string | null>;
  facts_version: Defaulted<number | null>;
  created_at: number;
  /** Of the last run. */
  started_at: Defaulted<number | null>;
  ended_at: Defaulted<number | null>;
  /** When the site was visited: earlier than it was asked for where facts were used again. */
  measured_at: Defaulted<number | null>;
  /** From then on the report cannot be opened, and is purged. */
  expires_at: number;
}

/** Apart from the audits, so that lists of them stay light. */
export interface AuditPicturesTable {
  token: string;
  name: string;
  type: 'image/webp' | 'image/jpeg';
  width: number;
  height: number;
  /** Of a frame of the film: milliseconds since the navigation began. */
  at_ms: number | null;
  bytes: Uint8Array;
  /** That of its audit. */
  expires_at: number;
}

/** Servers that take audits, while they do. */
export interface AuditRunnersTable {
  id: string;
  /** 1 when it can measure in a browser. */
  browser: 0 | 1;
  seen_at: number;
}

export interface Schema {
  audits: AuditsTable;
  audit_pictures: AuditPicturesTable;
  audit_runners: AuditRunnersTable;
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
export type LeadEventRow = Selectable<LeadEventsTable>;
export type BookingRow = Selectable<BookingsTable>;
export type BookingChangeRow = Selectable<BookingChangesTable>;
export type AuditRow = Selectable<AuditsTable>;
export type AuditPictureRow = Selectable<AuditPicturesTable>;
