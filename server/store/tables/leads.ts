import type { Defaulted } from './column.ts';

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

/** Records of leads that were erased: they stay theirs, and say nothing about anybody. */
export interface ErasedRecordsTable {
  remote_id: string;
}
