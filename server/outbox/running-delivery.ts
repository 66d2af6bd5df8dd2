import type { Destination } from '../destinations/destination.ts';
import type { Worker } from '../queue/leased-worker.ts';
import type { Clock } from '../system/clock.ts';
import type { OutboxState } from './outbox-state.ts';

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
