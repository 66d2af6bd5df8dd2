import { statfsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, readlink, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const PROFILE = '--user-data-dir=';
const LINK = 'profile';
const NAME = /^audit-(\d+)-/;

/** Files there are in memory alone. */
const IN_MEMORY = '/dev/shm';
/** What browser and page may need there; in containers there is often less. */
const ROOM_BYTES = 512 * 2 ** 20;

/**
 * The folder for temporary files of an audit, its browser's profile above all: in memory where there is room, since a
 * browser synchronises its files to the disk hundreds of times, and each time a lead that is just being committed to the
 * same disk waits.
 * @param chosen what the environment says (TMPDIR), which holds
 */
export function temporaryFolder(chosen: string | undefined, inMemory = IN_MEMORY): string {
  if (chosen !== undefined) return chosen;
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    if (bavail * bsize >= ROOM_BYTES) return inMemory;
  } catch {
    // There is none here.
  }
  return tmpdir();
}

/** A fresh folder for a browser of this process; its name says whose it is. */
export function newProfileFolder(parent: string): Promise<string> {
  return mkdtemp(join(parent, `audit-${process.pid}-`));
}

/**
 * Notes in `folder` where the browser keeps its profile, with what it has stored of the visited site: Playwright puts
 * it elsewhere, and takes it away in its own time, unless this process ends before.
 */
export async function nameProfile(pid: number, folder: string): Promise<void> {
  const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
  const profile = words.find((word) => word.startsWith(PROFILE))?.slice(PROFILE.length);
  if (profile !== undefined) await symlink(profile, join(folder, LINK)).catch(() => {});
}

/** Takes away what servers that were killed in the middle of an audit have left. Never rejects. */
export async function removeLeftProfiles(parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  const left = names.filter((name) => {
    const owner = NAME.exec(name)?.[1];
    return owner !== undefined && !isRunning(Number(owner));
  });
  // Those of another account stay.
  for (const name of left) await removeProfileFolder(join(parent, name));
}

/**
 * Takes a folder away, and the profile that it names. Never rejects: what stays costs a little room, and no audit.
 * @param maxRetries how often a failed removal is repeated. Removal fails while a process still writes to the folder, as
 *   the last processes of a killed browser may for a moment; no process writes to a folder that an earlier run left
 */
export async function removeProfileFolder(folder: string, maxRetries = 0): Promise<void> {
  const profile = await readlink(join(folder, LINK)).catch(() => '');
  const folders = basename(profile).startsWith('playwright_') ? [profile, folder] : [folder];
  for (const one of folders)
    await rm(one, { recursive: true, force: true, maxRetries, retryDelay: 100 }).catch(() => {});
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
