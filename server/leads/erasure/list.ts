import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Instant } from '#domain/instant.ts';
import { giveToOwnerOf } from '../../system/private-files.ts';

/** Longer than any backup is kept. */
export const LISTED_FOR_MS = 400 * 24 * 60 * 60_000;

/** Who was erased: a keyed hash of a lead, a booking or a mailbox. */
export interface ListedErasure {
  readonly key: string;
  readonly before_at: Instant;
  readonly erased_at: Instant;
}

export interface ErasureList {
  /** By their key. */
  readonly people: ReadonlyMap<string, ListedErasure>;
  /** When the lead of a record was erased, by the record's id. */
  readonly records: ReadonlyMap<string, Instant>;
}

/** Beside the database and outside of its backups, so that a restore does not undo it; it names nobody. */
export function erasureListFile(dataDir: string): string {
  return join(dataDir, 'erasures');
}

const PERSON = /^p ([\w-]{22}) (\d+) (\d+)$/;
const RECORD = /^r (\S+) (\d+)$/;

/**
 * The list; a line that a crash has cut off counts as missing. Throws when the file is there and cannot be read. It grows
 * with every erasure of a year and is read every hour beside visitors, so it is read and taken apart piece by piece.
 */
export async function readErasureList(dataDir: string): Promise<ErasureList> {
  const people = new Map<string, ListedErasure>();
  const records = new Map<string, Instant>();
  for await (const line of linesIn(erasureListFile(dataDir))) {
    const [, key, before, at] = PERSON.exec(line) ?? [];
    if (key !== undefined) {
      const before_at = Math.max(Number(before), people.get(key)?.before_at ?? 0);
      people.set(key, { key, before_at, erased_at: Number(at) });
    }
    const [, record, erased] = RECORD.exec(line) ?? [];
    if (record !== undefined) records.set(record, Number(erased));
  }
  return { people, records };
}

/** Adds to the list, durably. Throws when it cannot be written. */
export function appendToErasureList(dataDir: string, { people, records }: ErasureList): void {
  if (people.size === 0 && records.size === 0) return;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  write(erasureListFile(dataDir), 'a', { people, records });
}

/** Takes what was erased before an instant out of the list. */
export async function pruneErasureList(dataDir: string, before: Instant): Promise<void> {
  const { people, records } = await readErasureList(dataDir);
  const kept = {
    people: new Map([...people].filter(([, { erased_at }]) => erased_at >= before)),
    records: new Map([...records].filter(([, at]) => at >= before)),
  };
  if (kept.people.size === people.size && kept.records.size === records.size) return;
  const aside = `${erasureListFile(dataDir)}.new`;
  write(aside, 'w', kept);
  renameSync(aside, erasureListFile(dataDir));
}

function write(path: string, flags: 'a' | 'w', { people, records }: ErasureList): void {
  const lines = [
    ...[...people.values()].map(({ key, before_at, erased_at }) => `p ${key} ${before_at} ${erased_at}`),
    ...[...records].map(([record, at]) => `r ${record} ${at}`),
  ];
  const file = openSync(path, flags, 0o600);
  try {
    // The line break first: the last line may have been cut off.
    writeSync(file, `\n${lines.join('\n')}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  giveToOwnerOf(dirname(path), path);
}

async function* linesIn(path: string): AsyncGenerator<string> {
  const file = await open(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (file !== undefined) yield* file.readLines();
}
