import type { TestProject } from 'vitest/node';
import { startCluster } from './cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the maintenance database of the one cluster that this run shares. */
    postgresUrl: string;
  }
}

/** One PostgreSQL for the run; each test makes a database of its own in it (see `shared.ts`). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCluster();
  project.provide('postgresUrl', cluster.url);
  return cluster.stop;
}
