import { storedRows } from '../support/stored-rows.ts';

export interface StoredRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly user_id: string;
  readonly url: string;
}

/** What stands in the database file, read from outside the server. */
export function storedLeads(dataDir: string): StoredRow[] {
  return storedRows(dataDir, 'SELECT id, name, email, user_id, url FROM leads ORDER BY created_at');
}

/** The one lead that has these values, read from outside the server. */
export function storedLead(dataDir: string, wanted: Partial<StoredRow>): StoredRow | undefined {
  const where = Object.keys(wanted).map((column) => `${column} = ?`);
  const sql = `SELECT id, name, email, user_id, url FROM leads WHERE ${where.join(' AND ')}`;
  return storedRows<StoredRow>(dataDir, sql, ...Object.values(wanted))[0];
}
