import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { type Act, commitTogether } from './acts.ts';
import { openDurably } from './durable.ts';

/** The thread that owns the writing connection: waiting for the disk here keeps nobody else waiting. */

/** How many acts one commit may hold; those that come while one is being written make up the next. */
const MOST_TOGETHER = 64;

const database = openDurably(workerData as string);
const port = parentPort;

port?.on('message', (first: Act | 'close') => {
  const acts: Act[] = [];
  let message: Act | 'close' | undefined = first;
  while (message !== undefined && message !== 'close') {
    acts.push(message);
    message = acts.length < MOST_TOGETHER ? receiveMessageOnPort(port)?.message : undefined;
  }
  if (acts.length > 0) port.postMessage(commitTogether(database, acts));
  if (message === 'close') {
    database.close();
    port.close();
  }
});
