import type { ColumnType, Insertable, Selectable } from 'kysely';

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
  name: 'form-proof' | 'form-id';
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

export interface Schema {
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
