import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { openDurably } from './durable.ts';
import { commitGroup, type UnitOfWork, type UnitOutcome } from './group-commit.ts';
import { emptyLog, hasRemains, rewrite } from './remains.ts';

/** The thread that owns the writing connection: it waits for the disk, and the server's own thread does not. */

/** Units of work in one commit; those that arrive while it is written make up the next one. */
const MOST_TOGETHER = 64;

/** Work on the file, outside of any transaction; the answer is one row with `done`. */
const FILE_WORK = {
  'has-remains': hasRemains,
  'empty-log': emptyLog,
  rewrite: (db: Parameters<typeof rewrite>[0]) => {
    rewrite(db);
    return true;
  },
};
export type FileWork = keyof typeof FILE_WORK;
type Message = UnitOfWork | FileWork | 'close';

const database = openDurably(workerData as string);
const port = parentPort;

port?.on('message', (first: Message) => {
  const units: UnitOfWork[] = [];
  let message: Message | undefined = first;
  while (message !== undefined && typeof message !== 'string') {
    units.push(message);
    message = units.length < MOST_TOGETHER ? receiveMessageOnPort(port)?.message : undefined;
  }
  if (units.length > 0) port.postMessage(commitGroup(database, units));
  if (message === 'close') {
    database.close();
    port.close();
  } else if (typeof message === 'string') port.postMessage([carriedOut(message)]);
});

function carriedOut(work: FileWork): UnitOutcome {
  try {
    return { results: [{ rows: [{ done: FILE_WORK[work](database) }] }] };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}
