import type { Defaulted } from './column.ts';

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
