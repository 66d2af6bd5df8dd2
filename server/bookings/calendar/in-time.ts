import { createContext, Script } from 'node:vm';

const surroundings = createContext({ work: undefined as unknown });
const script = new Script('work()');

/**
 * Does `work` and returns what it returns; ends it after `ms` milliseconds, as some rules (the 30th of February, every day)
 * keep the library looking for their next occurrence for ever. The context is there for the limit alone.
 * @throws what `isOutOfTime` recognises, when it was ended
 */
export function inTime<T>(ms: number, work: () => T): T {
  surroundings.work = work;
  return script.runInContext(surroundings, { timeout: Math.ceil(ms) }) as T;
}

/** Whether work was ended because it took too long. */
export function isOutOfTime(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
