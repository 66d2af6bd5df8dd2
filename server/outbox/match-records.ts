import type { Candidate } from '../destinations/destination.ts';

/** A lead that may stand at the provider, and the records there that may be its own, the first made first. */
export interface Sought {
  readonly leadId: string;
  readonly candidates: readonly Candidate[];
}

/**
 * Which record is whose, each record taken once: whoever finds its own words first, then in the order given, since
 * leads of one e-mail go out one after the other. A record that nobody takes belongs to no lead of ours.
 * @param sought leads of one e-mail, in the order of their creation
 * @param taken records that are somebody's already
 * @param exactOnly whether a record that says something else is never taken
 * @returns record ids by lead id; a lead without one stands nowhere
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
