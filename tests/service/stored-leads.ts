import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface StoredRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly user_id: string;
  readonly url: string;
}

/** What stands in the database file, read from outside the server. */
export function storedLeads(dataDir: string): StoredRow[] {
  const db = new DatabaseSync(join(dataDir, 'leads.sqlite'), { readOnly: true });
  try {
    const rows = db.prepare('SELECT id, name, email, user_id, url FROM leads ORDER BY created_at').all();
    return rows as unknown as StoredRow[];
  } finally {
    db.close();
  }
}

/** The one lead that has these values, read from outside the server. */
export function storedLead(dataDir: string, wanted: Partial<StoredRow>): StoredRow | undefined {
  const db = new DatabaseSync(join(dataDir, 'leads.sqlite'), { readOnly: true });
  try {
    const where = Object.keys(wanted).map((column) => `${column} = ?`);
    const row = db
      .prepare(`SELECT id, name, email, user_id, url FROM leads WHERE ${where.join(' AND ')}`)
      .get(...Object.values(wanted));
    return row as unknown as StoredRow | undefined;
  } finally {
    db.close();
  }
}
