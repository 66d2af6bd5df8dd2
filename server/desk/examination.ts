import { execFile } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { Instant } from '#domain/instant.ts';

/** One thing that `npm run doctor` has to say; `weight`: how urgent it is. */
interface Finding {
  readonly weight: string;
  readonly text: string;
}

/** The last examination by doctor, on this server. */
export interface Examination {
  readonly state: 'none' | 'running' | 'done' | 'failed';
  readonly at?: Instant;
  readonly findings: readonly Finding[];
}

const LONGEST_MS = 2 * 60_000;
const MOST_BYTES = 1_000_000;

/** Runs doctor as a program beside the server, one at a time. */
export function examinations(now: () => Instant) {
  let last: Examination = { state: 'none', findings: [] };
  return {
    last: () => last,
    /** @param whenDone called once there is something to show */
    start(whenDone: () => void): void {
      if (last.state === 'running') return;
      last = { state: 'running', findings: [] };
      const limits = { timeout: LONGEST_MS, maxBuffer: MOST_BYTES };
      const child = execFile(process.execPath, ['scripts/doctor.ts', '--json'], limits, (_error, stdout) => {
        last = { state: 'failed', findings: [] };
        try {
          // Ends with 1 where something has to be done, which is an answer as well.
          last = { state: 'done', at: now(), findings: JSON.parse(stdout) as Finding[] };
        } catch {}
        whenDone();
      });
      try {
        if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
      } catch {
        // It has ended already.
      }
    },
  };
}
