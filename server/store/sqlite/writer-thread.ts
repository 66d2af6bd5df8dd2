import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { openDurably } from './durable.ts';
import { commitGroup, type UnitOfWork } from './group-commit.ts';

/** The thread that owns the writing connection: it waits for the disk, and the server's own thread does not. */

/** Units of work in one commit; those that arrive while it is written make up the next one. */
const MOST_TOGETHER = 64;

const database = openDurably(workerData as string);
const port = parentPort;

port?.on('message', (first: UnitOfWork | 'close') => {
  const units: UnitOfWork[] = [];
  let message: UnitOfWork | 'close' | undefined = first;
  while (message !== undefined && message !== 'close') {
    units.push(message);
    message = units.length < MOST_TOGETHER ? receiveMessageOnPort(port)?.message : undefined;
  }
  if (units.length > 0) port.postMessage(commitGroup(database, units));
  if (message === 'close') {
    database.close();
    port.close();
  }
});
