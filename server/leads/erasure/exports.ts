import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { giveToOwnerOf } from '../../system/private-files.ts';

/** Exported files that hold somebody who is erased. */
export interface ExportsOf {
  /** They were as `export` had written them, and are deleted. */
  readonly deleted: readonly string[];
  /** Somebody has changed them since, or they could not be deleted: they stay. */
  readonly kept: readonly string[];
}

/** Where `export --out` notes which files it has written on this machine. */
function noteFile(dataDir: string): string {
  return join(dataDir, 'exports');
}

interface Note {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
}

/** Notes a finished export. Throws when the note cannot be written. */
export function noteExport(dataDir: string, file: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  appendFileSync(noteFile(dataDir), lineOf({ path: resolve(file), ...sizeAndTime(file) }), { mode: 0o600 });
  giveToOwnerOf(dataDir, noteFile(dataDir));
}

/** Deletes the noted exports that hold one of these leads, and forgets those that are not there any more. */
export function deleteExportsOf(dataDir: string, leadIds: readonly string[]): ExportsOf {
  const deleted: string[] = [];
  const kept: string[] = [];
  const left: Note[] = [];
  const notes = notesIn(dataDir);
  for (const note of notes) {
    const what = leadIds.length === 0 ? 'other' : deleteIfOurs(note, leadIds);
    if (what === 'deleted') deleted.push(note.path);
    if (what === 'kept') kept.push(note.path);
    if (what === 'kept' || what === 'other') left.push(note);
  }
  if (left.length < notes.length) writeFileSync(noteFile(dataDir), left.map(lineOf).join(''));
  return { deleted, kept };
}

/** What cannot be read is told rather than passed over. */
function deleteIfOurs(note: Note, leadIds: readonly string[]): 'deleted' | 'kept' | 'other' | 'gone' {
  try {
    const bytes = readFileSync(note.path);
    if (!leadIds.some((id) => bytes.includes(id))) return 'other';
    const { size, mtimeMs } = sizeAndTime(note.path);
    if (size !== note.size || mtimeMs !== note.mtimeMs) return 'kept';
    rmSync(note.path);
    return 'deleted';
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'gone' : 'kept';
  }
}

function notesIn(dataDir: string): Note[] {
  if (!existsSync(noteFile(dataDir))) return [];
  const lines = readFileSync(noteFile(dataDir), 'utf8').split('\n');
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as Note];
    } catch {
      return [];
    }
  });
}

function lineOf(note: Note): string {
  return `${JSON.stringify(note)}\n`;
}

function sizeAndTime(path: string): Omit<Note, 'path'> {
  const { size, mtimeMs } = statSync(path);
  return { size, mtimeMs };
}
