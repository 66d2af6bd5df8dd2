import { inject } from 'vitest';
import { storedRows } from '../../support/stored-rows.ts';

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
  return storedRows(inject('dataDir'), 'select * from leads where email = ?', email);
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
