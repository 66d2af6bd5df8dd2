import { spawn } from 'node:child_process';
import { readdirSync, readlinkSync } from 'node:fs';
import type { Socket } from 'node:net';

/** Every process of a cluster, postmaster and children: they alone work in its data folder. */
export function processesIn(dataDir: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => workingFolder(pid) === dataDir)
    .map(Number);
}

function workingFolder(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined; // It ended meanwhile, or is somebody else's.
  }
}

/** Sends a signal to all of them; one that ended meanwhile needs none. */
export function signalAll(dataDir: string, signal: NodeJS.Signals): void {
  for (const pid of processesIn(dataDir)) {
    try {
      process.kill(pid, signal);
    } catch {}
  }
}

const CLEAN_UP = `
cat > /dev/null
for process in /proc/[0-9]*; do
  if [ "$(readlink "$process/cwd")" = "$1/data" ]; then kill -KILL "\${process#/proc/}"; fi
done
rm -rf "$1"`;

/**
 * Takes a cluster away, processes and folder, however this process ends: its end, even by `kill -9`, closes the
 * pipe that a small shell reads from.
 * @returns what takes it away now; resolves when it is gone
 */
export function watchOver(folder: string): () => Promise<void> {
  const shell = spawn('sh', ['-c', CLEAN_UP, 'watch', folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const gone = new Promise<void>((resolve) => shell.once('close', () => resolve()));
  // It must not keep this process alive: it waits for its end.
  shell.unref();
  (shell.stdin as Socket).unref();
  return () => {
    shell.ref();
    shell.stdin.end();
    return gone;
  };
}
