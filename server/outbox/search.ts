import type { Destination, Limits, Looked, Slot } from '../destinations/destination.ts';
import type { Database } from '../store/database.ts';
import type { Failed } from './after-failure.ts';
import type { ClaimedRow } from './claim.ts';
import type { Completion } from './complete.ts';
import { matchRecords } from './match-records.ts';
import { byAge, identityOf, unknownTwins } from './same-email.ts';
import { takenRecords } from './taken-records.ts';

/**
 * Why a lead is looked for before it is created. 'perhaps-there': an attempt may have landed, so a record of its e-mail
 * that is nobody's is its own. 'restored': what the database has forgotten may be its own, or a twin's that was
 * forgotten as well; then only the very words tell.
 */
export type Reason = 'perhaps-there' | 'restored';

export interface LookOptions {
  readonly db: Database;
  readonly destination: Pick<Destination, 'find'>;
  readonly strategy: number;
  readonly reason: Reason;
  readonly limits: Limits;
  readonly slot: Slot | undefined;
}

export interface LookResult {
  readonly found: readonly Completion[];
  /** Could not be looked for. */
  readonly failed: readonly (readonly [ClaimedRow, Failed])[];
  /** Stand nowhere: only these may be created. */
  readonly absent: readonly ClaimedRow[];
}

/** Looks for the records of leads that may be at the provider already; no two of them are twins. */
export async function look(rows: readonly ClaimedRow[], options: LookOptions): Promise<LookResult> {
  const { db, destination, strategy, reason, limits, slot } = options;
  const own = rows.map(({ lead }) => lead);
  const twins = reason === 'perhaps-there' ? await unknownTwins(db, own) : [];
  const leads = [...own, ...twins].toSorted(byAge);
  const looked = await destination.find({ leads, strategy }, limits, slot);
  const candidates = [...looked.values()].flatMap((one) => (one.kind === 'looked' ? one.candidates : []));
  const taken = await takenRecords(db, [...new Set(candidates.map(({ id }) => id))]);

  const found: Completion[] = [];
  const failed: (readonly [ClaimedRow, Failed])[] = [];
  const absent: ClaimedRow[] = [];
  const families = Map.groupBy(leads, identityOf);
  for (const row of rows) {
    const family = families.get(identityOf(row.lead)) ?? [];
    const answers = family.map(({ id }) => ({ leadId: id, looked: looked.get(id) }));
    const failure = answers.map((answer) => answer.looked).find(isFailure);
    if (failure !== undefined) {
      failed.push([row, { ...failure, looking: true }]);
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

function candidatesIn(looked: Looked | undefined) {
  return looked?.kind === 'looked' ? looked.candidates : [];
}

function isFailure(looked: Looked | undefined): looked is Exclude<Looked, { kind: 'looked' }> {
  return looked !== undefined && looked.kind !== 'looked';
}
