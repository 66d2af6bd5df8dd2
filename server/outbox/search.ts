import { type Lead, sameContent } from '#domain/lead.ts';
import type { Candidate, Destination, Limits, Rejection, SearchResult } from '../destinations/destination.ts';
import type { Database } from '../store/database.ts';
import type { StoredLead } from '../store/leads/lead-store.ts';
import type { FailedAttempt } from './after-failure.ts';
import type { ClaimedRow } from './outbox-queue.ts';
import type { Completion } from './outbox-settle.ts';
import { byAge, emailKey, erasedSameEmail, type UnknownLead, unknownSameEmail } from './same-email.ts';
import { asSent, lastSent } from './sent.ts';
import { takenRecords } from './taken-records.ts';

/**
 * Why a lead is searched for before it is created. 'unknown-outcome': an attempt may have landed, so a record of its
 * e-mail that belongs to no other lead is its own; while an erased lead's may be among them, only one with exactly its
 * content. 'unknown-and-restored': an attempt may have landed, by a database that was put back from a backup since, and may
 * not know what was sent, nor that a person has changed the record in the meantime. 'restored': no attempt is known, and a
 * record may belong to this lead or to one that the backup does not know; then only a record with exactly its content counts.
 */
export type Reason = 'unknown-outcome' | 'unknown-and-restored' | 'restored';

export interface SearchOptions {
  readonly db: Database;
  readonly destination: Pick<Destination, 'find'>;
  readonly strategy: number;
  readonly reason: Reason;
  /** Why the strategy before refused these leads, in the same pass. */
  readonly after: Rejection | undefined;
  readonly limits: Limits;
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
  const { db, destination, strategy, reason, after, limits } = options;
  const own = rows.map((row) => soughtOf(row, reason));
  const emails = own.flatMap(({ versions }) => versions.map(({ email }) => email));
  const ids = rows.map(({ lead }) => lead.id);
  const others = reason === 'restored' ? [] : await unknownSameEmail(db, emails, ids);
  // Before the records that are taken: what was searched for meanwhile is among them.
  const erased = reason === 'unknown-outcome' ? await erasedSameEmail(db, emails) : new Set<string>();
  const all = [...own, ...others.map((one) => soughtOf(one, reason))].toSorted((a, b) =>
    byAge(a.lead, b.lead),
  );
  const group = { leads: all.flatMap(({ versions }) => versions), strategy };
  const results = await destination.find({ ...group, ...(after && { after }) }, limits);
  const candidates = [...results.values()].flatMap(candidatesIn);
  const taken = await takenRecords(db, [...new Set(candidates.map(({ id }) => id))]);

  const found: Completion[] = [];
  const failed: (readonly [ClaimedRow, FailedAttempt])[] = [];
  const absent: ClaimedRow[] = [];
  for (const row of rows) {
    const versions = own.find(({ lead }) => lead.id === row.lead.id)?.versions ?? [];
    const keys = new Set(versions.map(emailKey));
    const sameEmail = all.filter((one) => one.versions.some((version) => keys.has(emailKey(version))));
    const ofThese = sameEmail.flatMap((one) => one.versions.map(({ id }) => results.get(id)));
    const failure = ofThese.find(isFailure);
    if (failure !== undefined) {
      failed.push([row, { ...failure, searching: true }]);
      continue;
    }
    const sought = sameEmail.map((one) => ({
      leadId: one.lead.id,
      candidates: one.versions.flatMap(({ id }) => candidatesIn(results.get(id))),
    }));
    const exactOnly = reason === 'restored' || [...keys].some((key) => erased.has(key));
    const remoteId = matchRecords(sought, taken, exactOnly).get(row.lead.id);
    if (remoteId === undefined) absent.push(row);
    else found.push({ leadId: row.lead.id, remoteId, strategy: row.strategy });
  }
  return { found, failed, absent };
}

/** A lead, and each version of it that is searched for, under an id of its own. */
interface SoughtLead {
  readonly lead: StoredLead;
  readonly versions: readonly Lead[];
}

/**
 * What was sent is searched for, whatever the lead says now. A backup may know less than was sent: after a restore, and of
 * a lead of which nothing is known to have been sent, it is what the lead says as well.
 */
function soughtOf({ lead, sent }: UnknownLead, reason: Reason): SoughtLead {
  const versions = lastSent(sent).map((one) => asSent(lead, one));
  const isKnown = versions.some((one) => sameContent(one, lead));
  const all =
    reason === 'unknown-outcome' && versions.length > 0
      ? versions
      : [...versions, ...(isKnown ? [] : [lead])];
  return { lead, versions: all.map((one, nth) => (nth === 0 ? one : { ...one, id: `${lead.id} ${nth}` })) };
}

function candidatesIn(result: SearchResult | undefined) {
  return result?.kind === 'searched' ? result.candidates : [];
}

function isFailure(result: SearchResult | undefined): result is Exclude<SearchResult, { kind: 'searched' }> {
  return result !== undefined && result.kind !== 'searched';
}

/** A lead that may have a record at the provider, and the records that may be it, in the order of their creation. */
interface Sought {
  readonly leadId: string;
  readonly candidates: readonly Candidate[];
}

/**
 * Decides which record belongs to which lead, each record to one lead: first to leads with exactly its content, then
 * in the order given, since leads of one e-mail are delivered one after the other. A record left over is of somebody
 * else's making.
 * @param sought leads of one e-mail, in the order of their creation
 * @param taken records that belong to a lead already
 * @param exactOnly whether only records with exactly the lead's content count
 * @returns record ids by lead id; a lead that is missing has no record
 */
export function matchRecords(
  sought: readonly Sought[],
  taken: ReadonlySet<string>,
  exactOnly = false,
): Map<string, string> {
  const owners = new Map<string, string>();
  const free = new Set(sought.flatMap(({ candidates }) => candidates.map(({ id }) => id)));
  for (const id of taken) free.delete(id);
  const take = (fits: (candidate: Candidate) => boolean) => {
    for (const { leadId, candidates } of sought) {
      if (owners.has(leadId)) continue;
      const own = candidates.find((candidate) => free.has(candidate.id) && fits(candidate));
      if (own === undefined) continue;
      owners.set(leadId, own.id);
      free.delete(own.id);
    }
  };
  take(({ exact }) => exact);
  if (!exactOnly) take(() => true);
  return owners;
}
