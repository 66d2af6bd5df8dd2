/**
 * Whether this run tests on an engine: `npm test` sets `TEST_ENGINE` to SQLite, `npm run test:rest` to PostgreSQL, and
 * together they run each test on both. Without it, as in the tests that only `test:rest` runs, all are taken.
 * @param name begins with SQLite or PostgreSQL
 */
export function isOfThisRun(name: string): boolean {
  return name.startsWith(process.env.TEST_ENGINE ?? '');
}

/** Those of these engines, by name, that this run tests on. */
export function enginesOfThisRun<T>(all: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => isOfThisRun(name)));
}
