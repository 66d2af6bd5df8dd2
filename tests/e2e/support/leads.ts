import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { inject } from 'vitest';

export interface StoredLead {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly user_id: string;
  readonly url: string;
  readonly status: string;
}

/** The leads under this e-mail, read from the server's own database file. */
export function storedLeads(email: string): StoredLead[] {
  const db = new DatabaseSync(join(inject('dataDir'), 'leads.sqlite'), { readOnly: true });
  try {
    return db.prepare('select * from leads where email = ?').all(email) as unknown as StoredLead[];
  } finally {
    db.close();
  }
}

/** The records under this e-mail that stand in the fake Airtable. */
export async function deliveredRecords(email: string): Promise<{ fields: Record<string, unknown> }[]> {
  const response = await fetch(inject('airtableRecordsUrl'));
  const records = (await response.json()) as { fields: Record<string, unknown> }[];
  return records.filter((record) => record.fields.Email === email);
}

/** An address that no other test uses. */
export function freshEmail(): string {
  return `${crypto.randomUUID()}@exemple.ch`;
}
