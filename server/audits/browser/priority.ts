import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { threadsOf, treeOf } from './process-tree.ts';

/** Enough for three of four parts of a processor to go to what visitors wait for, and for a page to load in time. */
const NICE = 5;

/**
 * Lets a process and all below it wait for others where the processor is short; whatever they start later inherits
 * it. What the system refuses is left as it is: an audit may then be in the way, but it takes place.
 */
export function lowerPriority(root: number): void {
  // Linux keeps it for each thread (setpriority(2), "C library/kernel differences").
  for (const thread of treeOf(root).flatMap(threadsOf)) quietly(() => setPriority(thread, NICE));
  // Where sessions share the processor among themselves (sched(7), "The autogroup feature"), the browser has its own.
  quietly(() => writeFileSync(`/proc/${root}/autogroup`, String(NICE)));
}

function quietly(act: () => void): void {
  try {
    act();
  } catch {
    // A thread has ended, or nobody may do so here.
  }
}
