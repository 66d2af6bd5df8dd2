import { lstatSync, realpathSync, statfsSync } from 'node:fs';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** `<mkdtemp's characters>` after the number of the process that made the folder. */
const NAME = /^audit-(\d+)-\w{6}$/;
const STICKY = 0o1000;
const GROUP_OR_OTHERS_WRITE = 0o022;
const GROUP_OR_OTHERS = 0o077;
const ROOT = 0;

/** Files there are in memory alone. */
const IN_MEMORY = '/dev/shm';
/** What browser and page may need there; in containers there is often less. */
const ROOM_BYTES = 512 * 2 ** 20;
/** Removal fails while a process still writes to the folder, as the last ones of a killed browser may for a moment. */
const REMOVAL_RETRIES = 5;

/**
 * The folder in which audits make theirs: in memory where there is room, since a browser synchronises its files to the
 * disk hundreds of times, and each time a lead that is just being committed to the same disk waits.
 * @param chosen what the environment says (TMPDIR), which holds
 * @throws where no folder is one in which other accounts cannot move ours
 */
export function parentOfAuditFolders(chosen: string | undefined, inMemory = IN_MEMORY): string {
  const candidates = chosen === undefined ? [...(hasRoom(inMemory) ? [inMemory] : []), tmpdir()] : [chosen];
  const parent = candidates.find(keepsWhatIsOurs);
  if (parent === undefined)
    throw new Error(
      `No folder for the temporary files of an audit: in ${candidates.join(' or ')} another account could put its files in ` +
        'the place of ours. TMPDIR has to name a folder of this account, or one with the sticky bit.',
    );
  return realpathSync(parent);
}

/** A fresh folder, which this account alone may enter; its name says which process takes it away. */
export function newAuditFolder(parent: string): Promise<string> {
  return mkdtemp(join(parent, `audit-${process.pid}-`));
}

/**
 * Takes away the audit folders of processes that were killed. Any account may put anything under such a name into a
 * shared folder: what is a link, belongs to somebody else or may be entered by others is left alone. What is left after
 * that lies where nobody else could have put it, or can change it meanwhile. Never rejects.
 */
export async function removeLeftAuditFolders(parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  for (const name of names) {
    const maker = NAME.exec(name)?.[1];
    if (maker !== undefined && !isRunning(Number(maker))) await removeAuditFolder(join(parent, name));
  }
}

/** Takes away one folder that `newAuditFolder` made. Never rejects: what stays costs a little room, and no audit. */
export async function removeAuditFolder(path: string): Promise<void> {
  try {
    const found = await lstat(path);
    if (!found.isDirectory() || !isPrivate(found) || !keepsWhatIsOurs(dirname(path))) return;
    // Nobody else can put a link in its place or below it any more, and `rm` follows none that are there.
    await rm(path, { recursive: true, maxRetries: REMOVAL_RETRIES, retryDelay: 100 });
  } catch {
    // It is gone, or not ours to remove.
  }
}

function isPrivate({ uid, mode }: { readonly uid: number; readonly mode: number }): boolean {
  return process.getuid === undefined || (uid === process.getuid() && (mode & GROUP_OR_OTHERS) === 0);
}

/**
 * Whether other accounts can neither move nor replace what this one keeps in a folder: the folder and all above it belong
 * to this account or to root, and those in which others may write have the sticky bit.
 */
function keepsWhatIsOurs(folder: string): boolean {
  const own = process.getuid?.();
  if (own === undefined) return true;
  try {
    for (let path = realpathSync(folder); ; path = dirname(path)) {
      const { uid, mode } = lstatSync(path);
      if (uid !== own && uid !== ROOT) return false;
      if ((mode & GROUP_OR_OTHERS_WRITE) !== 0 && (mode & STICKY) === 0) return false;
      if (path === dirname(path)) return true;
    }
  } catch {
    return false;
  }
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
