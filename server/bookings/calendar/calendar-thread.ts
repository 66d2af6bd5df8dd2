import { parentPort, workerData } from 'node:worker_threads';
import { busyIntervals, type Wanted } from './busy-intervals.ts';

/** The thread that reads one calendar: whatever stands in it, nobody waits for it here. */

export interface ReadingWork {
  readonly text: string;
  readonly wanted: Wanted;
}

const { text, wanted } = workerData as ReadingWork;
parentPort?.postMessage(busyIntervals(text, wanted));
