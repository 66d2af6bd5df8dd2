import { readdirSync, readFileSync } from 'node:fs';

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
export function threadsOf(pid: number): readonly number[] {
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
