import type { Logger } from 'pino';
import type { Destination, Limits } from '../destinations/destination.ts';
import type { Database } from '../store/database.ts';
import type { Clock } from '../system/clock.ts';

/** What it takes to deliver claimed rows and to write down what became of them. */
export interface Delivery {
  readonly db: Database;
  readonly destination: Destination;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly owner: string;
  readonly limits: Limits;
  /** Called when something is to be written into a record that is there. */
  readonly completes?: (() => void) | undefined;
  /** Once aborted nothing more is begun. */
  readonly stopping: AbortSignal;
}
