import { existsSync, readFileSync } from 'node:fs';
import { uptime } from 'node:os';

/** A jiffy, the unit of /proc, is 10 ms on every Linux that Node supports. */
const JIFFIES_PER_SECOND = 100;

/**
 * What this run has taken, installing included: time by the clock, and where Linux tells it, processor time (user and
 * system) of this process, what started it (npm, the installation) and all programs that either has waited for.
 */
export function spentSoFar(): string {
  let seconds = process.uptime();
  let processor = '';
  if (existsSync('/proc/self/stat')) {
    const own = statOf('self');
    // run.mjs installs before it starts this.
    const isStarted = readFileSync(`/proc/${process.ppid}/cmdline`, 'latin1').includes('run.mjs');
    const first = isStarted ? statOf(String(process.ppid)) : own;
    seconds = uptime() - first.startedAt;
    const used = own.used + own.usedByChildren + (first === own ? 0 : first.used + first.usedByChildren);
    processor = `, ${used.toFixed(0)} s of processor time`;
  }
  return `${seconds.toFixed(0)} s by the clock${processor}, installation included`;
}

/** @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function statOf(pid: string) {
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const jiffies = (first: number) => ((fields[first] ?? 0) + (fields[first + 1] ?? 0)) / JIFFIES_PER_SECOND;
  return {
    used: jiffies(11),
    usedByChildren: jiffies(13),
    startedAt: (fields[19] ?? 0) / JIFFIES_PER_SECOND,
  };
}
