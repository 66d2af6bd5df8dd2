import { inject } from 'vitest';
import { createDatabase } from './admin.ts';

/**
 * An empty database on the cluster that all tests of a run share.
 * @returns its url
 */
export function sharedDatabase(): Promise<string> {
  return createDatabase(inject('postgresUrl'));
}
