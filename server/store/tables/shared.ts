import type { Instant } from '#domain/instant.ts';
import type { Defaulted } from './column.ts';

/** One row at most: how far the newest nightly reading of delivered records has come. */
export interface ReadBackTable {
  id: 1;
  /** `YYYY-MM-DD`, the office's day that it belongs to. */
  night: string;
  began_at: number;
  /** What it is reading: the last 30 days, older records known to be gone, or a sample of the older ones. */
  part: 'recent' | 'gone' | 'older';
  /** The last row that was read of that part. */
  cursor_at: number;
  cursor_id: string;
  /** The same of the sample, which goes on where the night before ended. */
  older_at: number;
  older_id: string;
  /** Rows read of the sample. */
  sampled: number;
  /** Records found, those that were changed included. */
  present: number;
  changed: number;
  gone: number;
  /** Records that are not there, of which it is not known whether they ever were. */
  elsewhere: number;
  ended_at: number | null;
  /** When a reading was complete last, this one or one before. */
  done_at: number | null;
  /** Why it could not go on the last time (French, or in the provider's words); null: it could. */
  problem: string | null;
  /** Not before then is it tried again. */
  retry_at: number | null;
}

/** Secrets that all servers share: made at random by the first that needs one. `exports` is made anew by each erasure. */
export interface SecretsTable {
  name: 'form-proof' | 'form-id' | 'message-links' | 'client-places' | 'desk' | 'exports';
  value: string;
}

/** One row at most: when the database was last put back from a backup. */
export interface RestoresTable {
  id: 1;
  restored_at: number;
}

/** What is so for all servers, and since when; no row: it is not so. */
export interface ConditionsTable {
  /**
   * `delivery-resumed`: the operator's last pause has ended. `delivery-released`: held leads were let go last.
   * `offsite-…`: a copy is kept off the machine, and was restored to see (offsite.ts).
   */
  name:
    | 'delivery-paused'
    | 'delivery-resumed'
    | 'delivery-released'
    | 'flood'
    | 'call-rush'
    | 'offsite-copied'
    | 'offsite-rehearsed';
  since: Instant;
  /** When it was last found to be so. */
  seen_at: number;
}

/** Leads accepted without a fresh proof of work, over all servers, counted by ten seconds. */
export interface ArrivalsTable {
  /** Milliseconds since the Unix epoch, divided by 10,000. */
  slot: number;
  calm: number;
  /** Those that came during a flood: they say nothing about what is usual. */
  flooding: number;
}

/** Where several servers share a database: what has come from each network within a window, a minute or a day. */
export interface ClientPlacesTable {
  /** A keyed hash of the network. */
  client: string;
  /** JSON: how many, by the second in which they came. */
  places: string;
  last_at: number;
  window_ms: Defaulted<number>;
}

/** One row, written anew by each readiness check: while that fails, no lead could be stored either. */
export interface ProbeTable {
  id: 1;
  written_at: number;
}
