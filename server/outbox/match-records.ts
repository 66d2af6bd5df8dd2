import type { Candidate } from '../destinations/destination.ts';

/** A lead that may have a record at the provider, and the records that may be it, in the order of their creation. */
export interface Sought {
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
