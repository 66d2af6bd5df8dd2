import { readFileSync } from 'node:fs';

const LOOK_MS = 500;

/**
 * Calls `end` every half second from the moment this process has lost the parent that it has now; where `orParent` is
 * set, also once that parent has lost its own. Nothing tells a process that the one above it was killed (SIGKILL).
 * Without /proc only the own parent is looked at.
 * @param {() => void} end
 * @param {{ orParent?: boolean | undefined }} [options]
 */
export function onceOrphaned(end, { orParent = false } = {}) {
  const parent = process.ppid;
  const above = () => (orParent ? parentOf(parent) : undefined);
  const before = above();
  setInterval(() => {
    if (process.ppid !== parent || above() !== before) end();
  }, LOOK_MS).unref();
}

/** @param {number} pid */
function parentOf(pid) {
  try {
    return /^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}
