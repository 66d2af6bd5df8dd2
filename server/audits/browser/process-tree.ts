import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

const MEBIBYTE = 1_024;

// Read at once and not in turns: a file of /proc is there without waiting, and each turn would cost four times as much.

/**
 * The child of `parent` whose command line names `marker`.
 * @throws when there is none
 */
export function processOf(parent: number, marker: string): number {
  const found = childrenOf(parent).find((pid) => textOf(`/proc/${pid}/cmdline`).includes(marker));
  if (found === undefined) throw new Error('The browser’s process was not found');
  return found;
}

/** A process and all below it. */
export function treeOf(root: number): readonly number[] {
  return [root, ...childrenOf(root).flatMap(treeOf)];
}

/** The threads of a process; none when it has ended. */
function threadsOf(pid: number): readonly number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [];
  }
}

/** Memory of processes that is theirs alone, in mebibytes; what they share counts once or not. */
export function memoryMbOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + ownKilobytes(pid), 0) / MEBIBYTE;
}

/** Those that a process has started: each thread has a list of its own. */
export function childrenOf(pid: number): number[] {
  return threadsOf(pid).flatMap((thread) =>
    textOf(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
}

function ownKilobytes(pid: number): number {
  const status = textOf(`/proc/${pid}/status`);
  const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0);
  return of('RssAnon') + of('RssShmem');
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

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
