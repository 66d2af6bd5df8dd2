import type { Defaulted } from './column.ts';

/** One row for each destination: when the next request to it may be sent, over all servers together. */
export interface PaceTable {
  destination: 'airtable';
  next_at: number;
  /** When `next_at` was written, by the same clock. */
  written_at: Defaulted<number>;
}

/** The permits of each destination: as many rows as the requests that it accepts in any second, over all servers. */
export interface PlacesTable {
  destination: 'airtable';
  place: number;
  free_at: number;
}

/** Secrets that all servers share: made at random by the first that needs one. */
export interface SecretsTable {
  name: 'form-proof' | 'form-id' | 'message-links';
  value: string;
}

/** One row at most: when the database was last put back from a backup. */
export interface RestoresTable {
  id: 1;
  restored_at: number;
}

/** One row, written anew by each readiness check: while that fails, no lead could be stored either. */
export interface ProbeTable {
  id: 1;
  written_at: number;
}
