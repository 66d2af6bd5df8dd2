import { Worker } from 'node:worker_threads';
import type { PageWork, ReadPage } from './page-thread.ts';

const THREAD = new URL('./page-thread.ts', import.meta.url);
/** A page may be made to cost the reader dearly: it then fills and holds up its thread alone. */
const LIMITS = { ms: 6_000, memoryMb: 128 };

/** What stands in a page, read in a thread of its own; undefined when that takes too much time or memory. */
export function readPageAside(work: PageWork, limits = LIMITS): Promise<ReadPage | undefined> {
  const { promise, resolve } = Promise.withResolvers<ReadPage | undefined>();
  const thread = new Worker(THREAD, {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 8 },
    env: {},
    stderr: true,
  });
  const timer = setTimeout(() => void thread.terminate(), limits.ms);
  thread.once('message', resolve);
  thread.once('error', () => resolve(undefined));
  thread.once('exit', () => {
    clearTimeout(timer);
    resolve(undefined);
  });
  return promise;
}
