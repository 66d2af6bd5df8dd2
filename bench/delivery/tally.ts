import type { Lead } from '#domain/lead.ts';
import type { StoredRecord } from '../../tests/fakes/airtable/table.ts';

export interface Tally {
  readonly arrived: number;
  /** Leads that stand nowhere. */
  readonly missing: number;
  /** Records beyond the first of the same lead. */
  readonly duplicates: number;
}

/** Which of `leads` stand among the provider's records; a lead is known by its visitor's id. */
export function tally(leads: readonly Lead[], records: readonly StoredRecord[]): Tally {
  const there = new Set(records.map(({ fields }) => fields.ID));
  const arrived = leads.filter(({ userId }) => there.has(userId)).length;
  return { arrived, missing: leads.length - arrived, duplicates: records.length - there.size };
}
