import type { Logger } from 'pino';
import type { Instant } from '#domain/instant.ts';
import type { Destination, Limits } from '../destinations/destination.ts';
import type { Worker } from '../queue/leased-worker.ts';
import type { Database } from '../store/database.ts';
import type { Clock } from '../system/clock.ts';
import { frenchTime } from '../system/french-time.ts';
import type { OutboxState } from './outbox-state.ts';

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

/** The delivery of one server: its worker, and what is known of the destination. */
export interface RunningDelivery extends Worker {
  /** Whether leads are due and none is delivered, although the provider asked for no pause and does not refuse them all. */
  hasStalled(state: Pick<OutboxState, 'stalled'>): boolean;
}

export function deliveryBy(
  worker: Worker,
  destination: Destination,
  clock: Pick<Clock, 'now'>,
): RunningDelivery {
  const excused = () => destination.pausedUntil() > clock.now() || destination.refusingSince() !== undefined;
  return { ...worker, hasStalled: ({ stalled }) => stalled && !excused() };
}

/** Tells the operator that the delivery is paused. */
export function pausedWords(since: Instant): string {
  return (
    `L’envoi vers Airtable est en pause depuis le ${frenchTime(since)}\u202f: les contacts sont acceptés et attendent dans la base. ` +
    './oui resume le reprend.'
  );
}
