import type { LeadField, RequiredField } from '#domain/lead-fields.ts';
import type { SERVER_FIELDS } from '../../fields/lead-fields.ts';
import type { OriginColumns } from '../../fields/origin-fields.ts';
import type { Defaulted } from './column.ts';

/** Blank texts where an optional field is. */
type FieldColumns = {
  [F in LeadField as (typeof SERVER_FIELDS)[F]['column']]: F extends RequiredField
    ? string
    : Defaulted<string>;
};

/** Null: unknown, as it is of leads that came before it was kept. */
type OriginTable = { [F in keyof OriginColumns]: Defaulted<OriginColumns[F]> };

/** A lead as it was received. Every instant in the store is an `Instant`. */
export interface LeadsTable extends FieldColumns, OriginTable {
  /** The uuid made by the browser; being the primary key makes it the idempotency key. */
  id: string;
  status: 'Cold';
  created_at: number;
  /** What the browser had sent as the e-mail, where the address was corrected at the desk since. */
  first_email: Defaulted<string | null>;
}

/**
 * A record as the nightly reading found it. `changed`: it says something else than the lead here. `gone`: it is no longer
 * in its table, and nobody here erased it. `left`: gone, and the owner wants no other.
 */
export type RecordState = 'present' | 'changed' | 'gone' | 'left';

/** Where the delivery of a lead stands; one row for each lead, written with it. */
export interface OutboxTable {
  lead_id: string;
  state: Defaulted<'waiting' | 'delivered'>;
  due_at: number;
  attempts: Defaulted<number>;
  lease_owner: Defaulted<string | null>;
  lease_until: Defaulted<number | null>;
  /** Index (from 0) of the strategy of the last attempt to create its record. */
  strategy: Defaulted<number>;
  /** 1 when an earlier attempt may have landed: before the next one its record is searched for. */
  unknown_outcome: Defaulted<0 | 1>;
  /** JSON list of what attempts have sent (outbox/sent.ts), those left out that are known to have made no record. */
  sent: Defaulted<string | null>;
  /** The e-mail in lower case that the last attempt has sent: while its outcome is unknown no other lead goes out by it. */
  sent_email: Defaulted<string | null>;
  /** JSON list of {strategy, status, type, message}. */
  rejections: Defaulted<string | null>;
  /** When every strategy had been rejected. */
  refused_at: Defaulted<number | null>;
  last_error: Defaulted<string | null>;
  delivered_at: Defaulted<number | null>;
  remote_id: Defaulted<string | null>;
  /** The provider's base and table that hold its record; null: delivered before that was kept, and not found there since. */
  record_place: Defaulted<string | null>;
  /** How its record was found when it was read last; null: not read yet. */
  record_state: Defaulted<RecordState | null>;
  record_read_at: Defaulted<number | null>;
  /** Why a suspicious lead is held (French, for the operator); null: it may be delivered. */
  held_because: Defaulted<string | null>;
  /** 1 when an operator released it after it had been held, or had its record created anew: it is delivered after all others. */
  released: Defaulted<0 | 1>;
  /** Since when its first messages are to be made; null: they were made, or it was stored before there were messages. */
  tell_since: Defaulted<number | null>;
  /** A keyed hash of the client that sent it; only until its first messages are made. */
  client_key: Defaulted<string | null>;
}
