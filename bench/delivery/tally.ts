import type { Lead } from '#domain/lead.ts';
import type { StoredRecord } from '../../tests/fakes/airtable/table.ts';

export interface Tally {
  readonly arrived: number;
  /** Leads that are nowhere. */
  readonly missing: number;
  /** Records beyond the first of the same lead. */
  readonly duplicates: number;
}

/** Which of `leads` are among the provider's records; a lead is known by its visitor's id. */
export function tally(leads: readonly Lead[], records: readonly Pick<StoredRecord, 'fields'>[]): Tally {
  const there = new Set(records.map(({ fields }) => fields.ID));
  const arrived = leads.filter(({ userId }) => there.has(userId)).length;
  return { arrived, missing: leads.length - arrived, duplicates: records.length - there.size };
}

/** After one request too many the provider wants nothing for 30 s; a queue that is not empty waits for nothing else. */
const SILENCE_MS = 25_000;

/** How often nothing was sent for so long that the provider must have asked for it. @param at instants of requests, in ms */
export function silences(at: readonly number[]): number {
  return at.filter((instant, index) => index > 0 && instant - (at[index - 1] ?? instant) > SILENCE_MS).length;
}
