import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { threadsOf } from './process-tree.ts';

/** Enough for three of four parts of a processor to go to what visitors wait for, and for a page to load in time. */
const SESSION_NICE = 5;
/** proc_pid_oom_score_adj(5): the kernel ends such a process first. */
const FIRST_TO_END = 1_000;

// What the system refuses is left as it is: an audit may then be in the way, but it takes place.

/**
 * Lets a process wait for all others where the processor is short, and end before them where memory is; whatever it
 * starts later inherits both.
 */
export function lowestPriority(pid: number): void {
  // Linux keeps it for each thread (setpriority(2), "C library/kernel differences").
  for (const thread of threadsOf(pid)) quietly(() => setPriority(thread, constants.priority.PRIORITY_LOW));
  quietly(() => writeFileSync(`/proc/${pid}/oom_score_adj`, String(FIRST_TO_END)));
}

/**
 * Lets the session of a process wait for others. Where sessions share the processor among themselves (sched(7), "The
 * autogroup feature"), a browser has its own, and the priority of its threads counts only inside.
 */
export function lowerSession(pid: number): void {
  quietly(() => writeFileSync(`/proc/${pid}/autogroup`, String(SESSION_NICE)));
}

function quietly(act: () => void): void {
  try {
    act();
  } catch {
    // A thread has ended, or nobody may do so here.
  }
}
