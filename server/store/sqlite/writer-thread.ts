import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { openDurably } from './durable.ts';
import { commitGroup, type UnitOfWork } from './group-commit.ts';

/** The thread that owns the writing connection: waiting for the disk here keeps nobody else waiting. */

/** How many acts one commit may hold; those that come while one is being written make up the next. */
const MOST_TOGETHER = 64;

const database = openDurably(workerData as string);
const port = parentPort;

port?.on('message', (first: UnitOfWork | 'close') => {
  const acts: UnitOfWork[] = [];
  let message: UnitOfWork | 'close' | undefined = first;
  while (message !== undefined && message !== 'close') {
    acts.push(message);
    message = acts.length < MOST_TOGETHER ? receiveMessageOnPort(port)?.message : undefined;
  }
  if (acts.length > 0) port.postMessage(commitGroup(database, acts));
  if (message === 'close') {
    database.close();
    port.close();
  }
});
