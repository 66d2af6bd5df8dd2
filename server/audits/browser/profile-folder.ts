import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = /^audit-(\d+)-/;

/** A fresh folder for a browser of this process; its name says whose it is. */
export function newProfileFolder(parent: string): Promise<string> {
  return mkdtemp(join(parent, `audit-${process.pid}-`));
}

/** Takes away what servers that were killed in the middle of an audit have left. Never rejects. */
export async function removeLeftProfiles(parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  const left = names.filter((name) => {
    const owner = NAME.exec(name)?.[1];
    return owner !== undefined && !isRunning(Number(owner));
  });
  // Those of another account stay.
  for (const name of left) await rm(join(parent, name), { recursive: true, force: true }).catch(() => {});
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
