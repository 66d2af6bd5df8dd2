import {
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

/**
 * SQLite goes on writing to files that were removed or replaced under it, and nothing of that is there at the next start
 * (https://www.sqlite.org/howtocorrupt.html, "Unlinking or renaming a database file while in use"). So what lies at the
 * paths is compared with what was opened, and the log with what SQLite believes to have written there.
 *
 * No file of these is opened and closed here but the log: closing any descriptor of the database or of its index would take
 * away the locks that SQLite has on them in this process (the same page, "Posix advisory locks").
 */

/** The database file, its write-ahead log, and the index of that log. */
const FILES = ['', '-wal', '-shm'] as const;

interface Place {
  readonly dev: number;
  readonly ino: number;
}

/** Which files an embedded database consists of. */
export type OpenedFiles = Readonly<Record<(typeof FILES)[number], Place>>;

/** Why what is written would not be there at the next start. */
export interface Loss {
  /** French: what happened to which file. */
  readonly what: string;
  /** Whether all of it lies at another path: nothing but the way to it is lost. */
  readonly moved: boolean;
}

/**
 * Which files lie at the paths of a database. To be called while it is open: its log is there then.
 * @throws when one is not there
 */
export function openedFiles(path: string): OpenedFiles {
  const at = (suffix: string): Place => {
    const { dev, ino } = statSync(path + suffix);
    return { dev, ino };
  };
  return { '': at(''), '-wal': at('-wal'), '-shm': at('-shm') };
}

/** The log's header and the header of each page in it (https://www.sqlite.org/fileformat2.html#walformat). */
const WAL_HEADER = 32;
const FRAME_HEADER = 24;
/** Of the last two values the lowest bit says how checksums are made. */
const MAGIC = 0x377f0682;

/**
 * Looks whether the files of an open database are still those that were opened.
 * @param database the connection that writes
 * @param opened what was opened at first; whoever opens the paths anew later could get others
 * @returns asks; undefined: all is as it was. A log that was cut stays a loss, a path that leads there again does not
 */
export function lossOf(database: DatabaseSync, path: string, opened: OpenedFiles): () => Loss | undefined {
  const log = openSync(`${path}-wal`, 'r');
  const pageSize = Number(database.prepare('PRAGMA page_size').get()?.page_size);
  // Neither reads nor writes the log: it says how many pages SQLite believes to be in it.
  const count = database.prepare('PRAGMA wal_checkpoint(NOOP)');
  const frameSize = FRAME_HEADER + pageSize;
  const header = Buffer.alloc(WAL_HEADER);
  const frame = Buffer.alloc(FRAME_HEADER);
  let seen = { salts: Buffer.alloc(8), frames: 0 };
  let cut: Loss | undefined;

  /** Whether a page was written there since the log was last begun anew, which changes its salts. */
  const holds = (number: number, salts: Buffer) =>
    readSync(log, frame, 0, FRAME_HEADER, WAL_HEADER + (number - 1) * frameSize) === FRAME_HEADER &&
    frame.subarray(8, 16).equals(salts);

  function isWhole(): boolean {
    const frames = Number(count.get()?.log);
    if (frames <= 0) return true;
    if (fstatSync(log).size < WAL_HEADER + frames * frameSize) return false;
    readSync(log, header, 0, WAL_HEADER, 0);
    if ((header.readUInt32BE(0) & ~1) >>> 0 !== MAGIC) return false;
    const salts = header.subarray(16, 24);
    // What was written after the log was cut lies behind a gap: the last page that was seen before is in it.
    if (seen.salts.equals(salts) && !holds(seen.frames, salts)) return false;
    if (!holds(frames, salts)) return false;
    seen = { salts: Buffer.from(salts), frames };
    return true;
  }

  return () => {
    for (const suffix of FILES) {
      const loss = lossAt(path, suffix, opened);
      if (loss !== undefined) return loss;
    }
    if (cut === undefined && !isWhole())
      cut = { what: `le journal ${path}-wal a été coupé ou remplacé`, moved: false };
    return cut;
  };
}

function lossAt(path: string, suffix: (typeof FILES)[number], opened: OpenedFiles): Loss | undefined {
  const file = path + suffix;
  if (isAt(file, opened[suffix])) return undefined;
  const now = isAt(path, opened['']) ? undefined : pathOf(opened['']);
  const moved = now !== undefined && isAt(`${now}-wal`, opened['-wal']);
  const where = moved ? `\u202f; la base se trouve maintenant à ${now}` : '';
  const what = placeAt(file) === undefined ? 'n’est plus là' : 'a été remplacé par un autre fichier';
  return { what: `${file} ${what}${where}`, moved };
}

function placeAt(path: string): Place | undefined {
  try {
    return statSync(path);
  } catch {
    // Not there, or no longer to be reached: either way the next start would not find it.
    return undefined;
  }
}

function isAt(path: string, { dev, ino }: Place): boolean {
  const found = placeAt(path);
  return found?.ino === ino && found.dev === dev;
}

/** Under what path a file that this process has open lies now; undefined: under none, or the system does not tell. */
function pathOf(place: Place): string | undefined {
  try {
    for (const fd of readdirSync('/proc/self/fd')) {
      if (!isAt(`/proc/self/fd/${fd}`, place)) continue;
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return isAt(path, place) ? path : undefined;
    }
  } catch {}
  return undefined;
}

/**
 * Copies all that an open database still holds into a new file beside where it was, readable by its owner alone.
 * @param at milliseconds since 1970; part of the name
 * @returns its path; undefined where it could not be written whole
 */
export function rescue(database: DatabaseSync, path: string, at: number): string | undefined {
  const time = new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');
  const target = `${path.replace(/\.sqlite$/, '')}.rescued-${time}.sqlite`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    closeSync(openSync(target, 'wx', 0o600));
  } catch {
    return undefined;
  }
  try {
    database.prepare('VACUUM INTO ?').run(target);
    for (const written of [target, dirname(target)]) synchronise(written);
    return target;
  } catch {
    rmSync(target, { force: true });
    return undefined;
  }
}

/** Has the disk hold what was written to a file, or which files a folder has. */
export function synchronise(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
