import { parentPort, workerData } from 'node:worker_threads';
import { busyIntervals, type WantedTime } from './busy-intervals.ts';

/** A thread of its own parses the calendar, so that a hostile or huge one cannot block the server. */

export interface ReadingWork {
  readonly text: string;
  readonly wanted: WantedTime;
}

const { text, wanted } = workerData as ReadingWork;
parentPort?.postMessage(busyIntervals(text, wanted));
