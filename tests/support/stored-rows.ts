import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

/** What a statement finds in the database file of a server, read beside that server. */
export function storedRows<T = Record<string, unknown>>(
  dataDir: string,
  sql: string,
  ...values: SQLInputValue[]
): T[] {
  const db = new DatabaseSync(join(dataDir, 'leads.sqlite'), { readOnly: true });
  try {
    return db.prepare(sql).all(...values) as T[];
  } finally {
    db.close();
  }
}
