import type { Departure, Destination, Limits, Rejection, SearchResult } from '../destinations/destination.ts';
import type { Database } from '../store/database.ts';
import type { FailedAttempt } from './after-failure.ts';
import type { ClaimedRow } from './claim.ts';
import { matchRecords } from './match-records.ts';
import { byAge, emailKey, unknownSameEmail } from './same-email.ts';
import type { Completion } from './settle.ts';
import { takenRecords } from './taken-records.ts';

/**
 * Why a lead is searched for before it is created. 'unknown-outcome': an attempt may have landed, so a record of its
 * e-mail that belongs to no other lead is its own. 'restored': the database was put back from a backup, and a record
 * may belong to this lead or to one that the backup does not know; then only a record with exactly its content counts.
 */
export type Reason = 'unknown-outcome' | 'restored';

export interface SearchOptions {
  readonly db: Database;
  readonly destination: Pick<Destination, 'find'>;
  readonly strategy: number;
  readonly reason: Reason;
  /** Why the strategy before refused these leads, in the same pass. */
  readonly after: Rejection | undefined;
  readonly limits: Limits;
  readonly departure: Departure | undefined;
}

export interface SearchOutcome {
  readonly found: readonly Completion[];
  /** The search for them failed. */
  readonly failed: readonly (readonly [ClaimedRow, FailedAttempt])[];
  /** Have no record: only these may be created. */
  readonly absent: readonly ClaimedRow[];
}

/** Searches for the records of leads that may be at the provider already; no two leads of the same e-mail. */
export async function search(rows: readonly ClaimedRow[], options: SearchOptions): Promise<SearchOutcome> {
  const { db, destination, strategy, reason, after, limits, departure } = options;
  const own = rows.map(({ lead }) => lead);
  const others = reason === 'unknown-outcome' ? await unknownSameEmail(db, own) : [];
  const leads = [...own, ...others].toSorted(byAge);
  const group = { leads, strategy, ...(after !== undefined && { after }) };
  const results = await destination.find(group, limits, departure);
  const candidates = [...results.values()].flatMap(candidatesIn);
  const taken = await takenRecords(db, [...new Set(candidates.map(({ id }) => id))]);

  const found: Completion[] = [];
  const failed: (readonly [ClaimedRow, FailedAttempt])[] = [];
  const absent: ClaimedRow[] = [];
  const byEmail = Map.groupBy(leads, emailKey);
  for (const row of rows) {
    const sameEmail = byEmail.get(emailKey(row.lead)) ?? [];
    const failure = sameEmail.map(({ id }) => results.get(id)).find(isFailure);
    if (failure !== undefined) {
      failed.push([row, { ...failure, searching: true }]);
      continue;
    }
    const sought = sameEmail.map(({ id }) => ({ leadId: id, candidates: candidatesIn(results.get(id)) }));
    const remoteId = matchRecords(sought, taken, reason === 'restored').get(row.lead.id);
    if (remoteId === undefined) absent.push(row);
    else found.push({ leadId: row.lead.id, remoteId });
  }
  return { found, failed, absent };
}

function candidatesIn(result: SearchResult | undefined) {
  return result?.kind === 'searched' ? result.candidates : [];
}

function isFailure(result: SearchResult | undefined): result is Exclude<SearchResult, { kind: 'searched' }> {
  return result !== undefined && result.kind !== 'searched';
}
