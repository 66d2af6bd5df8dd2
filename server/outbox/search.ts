import type { Destination, Limits, SearchResult, Slot } from '../destinations/destination.ts';
import type { Database } from '../store/database.ts';
import type { Failed } from './after-failure.ts';
import type { ClaimedRow } from './claim.ts';
import type { Completion } from './complete.ts';
import { matchRecords } from './match-records.ts';
import { byAge, emailKey, unknownSameEmail } from './same-email.ts';
import { takenRecords } from './taken-records.ts';

/**
 * Why a lead is looked for before it is created. 'unknown-outcome': an attempt may have landed, so a record of its e-mail
 * that is nobody's is its own. 'restored': what the database has forgotten may be its own, or a twin's that was
 * forgotten as well; then only the very words tell.
 */
export type Reason = 'unknown-outcome' | 'restored';

export interface SearchOptions {
  readonly db: Database;
  readonly destination: Pick<Destination, 'find'>;
  readonly strategy: number;
  readonly reason: Reason;
  readonly limits: Limits;
  readonly slot: Slot | undefined;
}

export interface SearchOutcome {
  readonly found: readonly Completion[];
  /** Could not be looked for. */
  readonly failed: readonly (readonly [ClaimedRow, Failed])[];
  /** Stand nowhere: only these may be created. */
  readonly absent: readonly ClaimedRow[];
}

/** Looks for the records of leads that may be at the provider already; no two of them are twins. */
export async function search(rows: readonly ClaimedRow[], options: SearchOptions): Promise<SearchOutcome> {
  const { db, destination, strategy, reason, limits, slot } = options;
  const own = rows.map(({ lead }) => lead);
  const twins = reason === 'unknown-outcome' ? await unknownSameEmail(db, own) : [];
  const leads = [...own, ...twins].toSorted(byAge);
  const looked = await destination.find({ leads, strategy }, limits, slot);
  const candidates = [...looked.values()].flatMap((one) => (one.kind === 'searched' ? one.candidates : []));
  const taken = await takenRecords(db, [...new Set(candidates.map(({ id }) => id))]);

  const found: Completion[] = [];
  const failed: (readonly [ClaimedRow, Failed])[] = [];
  const absent: ClaimedRow[] = [];
  const families = Map.groupBy(leads, emailKey);
  for (const row of rows) {
    const family = families.get(emailKey(row.lead)) ?? [];
    const answers = family.map(({ id }) => ({ leadId: id, looked: looked.get(id) }));
    const failure = answers.map((answer) => answer.looked).find(isFailure);
    if (failure !== undefined) {
      failed.push([row, { ...failure, searching: true }]);
      continue;
    }
    const sought = answers.map((answer) => ({
      leadId: answer.leadId,
      candidates: candidatesIn(answer.looked),
    }));
    const remoteId = matchRecords(sought, taken, reason === 'restored').get(row.lead.id);
    if (remoteId === undefined) absent.push(row);
    else found.push({ leadId: row.lead.id, remoteId });
  }
  return { found, failed, absent };
}

function candidatesIn(looked: SearchResult | undefined) {
  return looked?.kind === 'searched' ? looked.candidates : [];
}

function isFailure(looked: SearchResult | undefined): looked is Exclude<SearchResult, { kind: 'searched' }> {
  return looked !== undefined && looked.kind !== 'searched';
}
