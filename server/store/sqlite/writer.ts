import { Worker } from 'node:worker_threads';
import type { Result, UnitOfWork, UnitOutcome } from './group-commit.ts';

const THREAD = new URL('./writer-thread.ts', import.meta.url);

interface Pending {
  resolve(results: Result[]): void;
  reject(error: Error): void;
}

export interface Writer {
  /** Resolves once the act is durable; rejects when none of it has happened, or nobody can know. */
  write(act: UnitOfWork): Promise<Result[]>;
  /** Writes what was handed in, then lets go of the file. */
  close(): Promise<void>;
}

/**
 * The one way to write to an embedded database: a thread of its own, which commits together what comes together.
 * Should the thread die, what it had not confirmed is rejected, and the next act starts another.
 */
export function startWriter(path: string): Writer {
  let thread: Worker | undefined = start();
  let closed = false;

  function start(): Worker {
    const pending: Pending[] = [];
    const worker = new Worker(THREAD, { workerData: path });
    worker.on('message', (outcomes: UnitOutcome[] | object) => {
      // Under `node --watch` the runtime tells over the same channel which files a thread has loaded.
      if (!Array.isArray(outcomes)) return;
      for (const outcome of outcomes) {
        const act = pending.shift();
        if ('error' in outcome) act?.reject(outcome.error);
        else act?.resolve(outcome.results);
      }
    });
    const died = (error: Error) => {
      if (thread === worker) thread = undefined;
      for (const act of pending.splice(0)) act.reject(error);
    };
    worker.on('error', (error) => died(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', () => died(new Error('The thread that writes to the database has ended')));
    waiting.set(worker, pending);
    return worker;
  }

  return {
    write(act) {
      if (closed) return Promise.reject(new Error('The database is closed'));
      thread ??= start();
      const worker = thread;
      return new Promise((resolve, reject) => {
        // In this order: what cannot be posted throws, and must not wait for an answer that belongs to another.
        worker.postMessage(act);
        waiting.get(worker)?.push({ resolve, reject });
      });
    },
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

/** In the order in which they were handed to each thread, which answers in the same. */
const waiting = new WeakMap<Worker, Pending[]>();
