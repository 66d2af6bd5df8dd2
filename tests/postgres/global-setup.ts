import type { TestProject } from 'vitest/node';
import { migrate } from '#server/store/migrations/migrate.ts';
import { startCluster } from './cluster.ts';
import { openGiven } from './open-given.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the maintenance database of the one cluster that this run shares. */
    postgresUrl: string;
    /** Name of the database in it that has the tables of the newest version and no rows. */
    postgresTemplate: string;
  }
}

/**
 * The databases of a test run are small and short-lived, and no test crashes this cluster. So PostgreSQL runs without
 * autovacuum, without full-page writes, and with few checkpoints. `fsync` and `synchronous_commit` stay on, because the
 * server refuses a database without them.
 */
const SETTINGS = ['autovacuum=off', 'full_page_writes=off', 'max_wal_size=4GB', 'checkpoint_timeout=1h'];

/** One PostgreSQL for the run; each test makes a database of its own in it (see `shared.ts`). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCluster({ settings: SETTINGS });
  try {
    const template = await cluster.createDatabase();
    const db = openGiven(template);
    await migrate(db).finally(() => db.destroy());
    project.provide('postgresUrl', cluster.url);
    project.provide('postgresTemplate', new URL(template).pathname.slice(1));
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  // The cluster's folder is deleted after this process has ended (`watchOver`): with a thousand databases in it that takes
  // ten seconds, for which the run need not wait.
  return cluster.killNine;
}
