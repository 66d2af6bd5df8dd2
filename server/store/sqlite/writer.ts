import { Worker } from 'node:worker_threads';
import type { Result, UnitOfWork, UnitOutcome } from './group-commit.ts';
import type { OpenedFiles } from './lost-files.ts';
import type { FileWork, WriterData } from './writer-thread.ts';

const THREAD = new URL('./writer-thread.ts', import.meta.url);

interface Pending {
  resolve(results: Result[]): void;
  reject(error: Error): void;
}

export interface Writer {
  /** Resolves once the unit is durable; rejects when it was not carried out, or its outcome cannot be known. */
  write(unit: UnitOfWork): Promise<Result[]>;
  /** Works on the file itself; rejects when it failed. */
  work(on: FileWork): Promise<Result[]>;
  /** Writes what was handed in, then lets go of the file. */
  close(): Promise<void>;
}

/**
 * Writes to an embedded database on a thread of its own, which commits units that arrive together in one write.
 * Should the thread die, what it had not confirmed is rejected, and the next unit starts another thread.
 * @param opened the files that lie there; nothing is confirmed once they do no longer. Absent: that is not looked at
 */
export function startWriter(path: string, opened?: OpenedFiles): Writer {
  let thread: Worker | undefined = start();
  let closed = false;

  function start(): Worker {
    const pending: Pending[] = [];
    const worker = new Worker(THREAD, { workerData: { path, opened } satisfies WriterData });
    worker.on('message', (outcomes: UnitOutcome[] | object) => {
      // `node --watch` sends the files that a thread has loaded over the same channel.
      if (!Array.isArray(outcomes)) return;
      for (const outcome of outcomes) {
        const write = pending.shift();
        if ('error' in outcome) write?.reject(outcome.error);
        else write?.resolve(outcome.results);
      }
    });
    const died = (error: Error) => {
      if (thread === worker) thread = undefined;
      for (const write of pending.splice(0)) write.reject(error);
    };
    worker.on('error', (error) => died(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', () => died(new Error('The thread that writes to the database has ended')));
    waiting.set(worker, pending);
    return worker;
  }

  function post(unit: UnitOfWork | FileWork): Promise<Result[]> {
    if (closed) return Promise.reject(new Error('The database is closed'));
    thread ??= start();
    const worker = thread;
    return new Promise((resolve, reject) => {
      // Posted first: a unit that cannot be posted throws, and must not be listed as waiting for an answer.
      worker.postMessage(unit);
      waiting.get(worker)?.push({ resolve, reject });
    });
  }

  return {
    write: post,
    work: post,
    async close() {
      if (closed) return;
      closed = true;
      const worker = thread;
      if (!worker) return;
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      worker.postMessage('close');
      await ended;
    },
  };
}

/** The writes of each thread that wait for its answer, in their order; it answers in the same. */
const waiting = new WeakMap<Worker, Pending[]>();
