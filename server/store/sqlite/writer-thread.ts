import type { DatabaseSync } from 'node:sqlite';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { LostDatabase } from '../database.ts';
import { openDurably } from './durable.ts';
import { commitGroup, type UnitOfWork, type UnitOutcome } from './group-commit.ts';
import { type Loss, lossOf, type OpenedFiles, rescue } from './lost-files.ts';
import { emptyLog, hasRemains, rewrite } from './remains.ts';

/** The thread that owns the writing connection: it waits for the disk, and the server's own thread does not. */

/** Units of work in one commit; those that arrive while it is written make up the next one. */
const MOST_TOGETHER = 64;

/** Work on the file, outside of any transaction; the answer is one row. */
const FILE_WORK = {
  'has-remains': (db: DatabaseSync) => ({ done: hasRemains(db) }),
  'empty-log': (db: DatabaseSync) => ({ done: emptyLog(db) }),
  rewrite(db: DatabaseSync) {
    rewrite(db);
    return { done: true };
  },
};
/** The answer to `loss` is a row as well: what is lost, or `null`. */
export type FileWork = keyof typeof FILE_WORK | 'loss';
type Message = UnitOfWork | FileWork | 'close';

export interface WriterData {
  readonly path: string;
  /** Absent: whoever removes the files is not noticed. */
  readonly opened?: OpenedFiles | undefined;
}

const { path, opened } = workerData as WriterData;
const database = openDurably(path);
const findLoss = opened === undefined ? () => undefined : lossOf(database, path, opened);
let known: LostDatabase | undefined;
const port = parentPort;

port?.on('message', (first: Message) => {
  const units: UnitOfWork[] = [];
  let message: Message | undefined = first;
  while (message !== undefined && typeof message !== 'string') {
    units.push(message);
    message = units.length < MOST_TOGETHER ? receiveMessageOnPort(port)?.message : undefined;
  }
  if (units.length > 0) port.postMessage(commitKept(units));
  if (message === 'close') {
    database.close();
    port.close();
  } else if (typeof message === 'string') port.postMessage([carriedOut(message)]);
});

/**
 * Commits, and answers that it did only where the files are still there afterwards. They are looked at before as well: a
 * commit over a log that was cut could carry the gap into the database file.
 */
function commitKept(units: readonly UnitOfWork[]): UnitOutcome[] {
  const outcomes = loss() === undefined ? commitGroup(database, units) : [];
  const lost = loss();
  if (lost === undefined) return outcomes;
  const error = new Error(`The database is lost: ${lost.what}`);
  return units.map(() => ({ error }));
}

/** What is lost now. What can still be read is copied when the loss is noticed. */
function loss(): LostDatabase | undefined {
  const found: Loss | undefined = findLoss();
  if (found === undefined) known = undefined;
  else if (known?.what !== found.what) {
    const since = Date.now();
    // Where the whole database lies elsewhere there is nothing to rescue.
    known = { what: found.what, since, rescued: found.moved ? undefined : rescue(database, path, since) };
  }
  return known;
}

function carriedOut(work: FileWork): UnitOutcome {
  try {
    const lost = loss();
    if (work === 'loss') return { results: [{ rows: [lost ?? null] }] };
    if (lost !== undefined) throw new Error(`The database is lost: ${lost.what}`);
    return { results: [{ rows: [FILE_WORK[work](database)] }] };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}
