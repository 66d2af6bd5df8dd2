import type { AlarmName } from '#content/alarms.ts';
import type { Instant } from '#domain/instant.ts';
import type { EventKind } from '#domain/promise.ts';
import type { Defaulted } from './column.ts';

/** What happened to a lead, and who said so; rows are only ever added. */
export interface LeadEventsTable {
  id: string;
  lead_id: string;
  at: Instant;
  kind: EventKind;
  by: 'visitor' | 'owner' | 'provider' | 'system';
  /** JSON. */
  detail: Defaulted<string | null>;
}

/** What is owed to somebody about a lead, about several, or about the service: mails, webhooks, a record's status; one row for each. */
export interface MessagesTable {
  /** The Message-ID or webhook-id of every attempt, so that a repeat can be recognised. */
  id: string;
  kind: MessageKind;
  channel: Channel;
  recipient: 'owner' | 'visitor' | 'webhook' | 'provider';
  lead_id: string | null;
  /** The call that it is about; it goes with it. */
  booking_id: Defaulted<string | null>;
  /** JSON. */
  detail: Defaulted<string | null>;
  /** A keyed hash of the visitor's mailbox, to limit the mails to one mailbox in a day. */
  address_key: Defaulted<string | null>;
  /** A keyed hash of the client that caused a visitor's mail; until an hour after it was due. */
  client_key: Defaulted<string | null>;
  /** The mail to the owner that says this together with others; its own row is then `dropped`. */
  bundle_id: Defaulted<string | null>;
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
  /** 1: about a lead that was held and released; sent when nothing else of its channel is due. */
  released: Defaulted<0 | 1>;
}

export type MessageKind =
  | 'owner-lead'
  | 'owner-reminder'
  | 'owner-links'
  | 'owner-erasure'
  | 'owner-held'
  | 'owner-flood'
  | 'owner-rush'
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
  | 'visitor-call-asked'
  | 'owner-call'
  | 'owner-call-reminder'
  | 'owner-call-over'
  | 'visitor-audit'
  | 'owner-audit'
  | 'owner-bundle';
export type Channel = 'mail' | 'webhook' | 'provider';
export type MessageState = 'waiting' | 'sent' | 'failed' | 'dropped';

/** A channel that its receiver has switched off; a new address switches it on again. */
export interface ChannelsTable {
  name: 'webhook';
  /** A hash of the address and its secret. */
  address: string;
  stopped_at: number;
  reason: string;
}

/** One row for each alarm there has been: its newest spell. */
export interface AlarmsTable {
  name: AlarmName;
  /** Rises with each spell: what is sent about one is sent once. */
  spell: number;
  /** Since when its condition is true. */
  since: Instant;
  /** When that had lasted for long enough to be told; null: not yet. */
  raised_at: Defaulted<number | null>;
  /** When it was over; null: it stands. */
  ended_at: Defaulted<number | null>;
}
