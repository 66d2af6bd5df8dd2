import type { Lead } from '#domain/lead.ts';
import type { Candidate, SearchResult, Transient } from '../destination.ts';
import type { ApiOutcome, NoAnswer } from './client.ts';
import { type FoundRecord, mayBe, saysTheSame } from './search-records.ts';

/** What a search for several leads says of one of them. */
export function resultFor(lead: Lead, reply: ApiOutcome<readonly FoundRecord[]>): SearchResult {
  if (reply.kind === 'answered') return { kind: 'searched', candidates: candidatesFor(lead, reply.answer) };
  // A search makes no record, whatever became of it.
  return reply.kind === 'transient' ? { ...plain(reply), unknown: false } : reply;
}

/** The records that may be the lead's, the first made first. */
function candidatesFor(lead: Lead, records: readonly FoundRecord[]): Candidate[] {
  return records
    .filter((record) => mayBe(record, lead))
    .toSorted((a, b) => Date.parse(a.createdTime) - Date.parse(b.createdTime))
    .map((record) => ({ id: record.id, exact: saysTheSame(record, lead) }));
}

/** Both halves of a batch that was refused as a whole. */
export function halves(leads: readonly Lead[]): (readonly Lead[])[] {
  const half = Math.ceil(leads.length / 2);
  return [leads.slice(0, half), leads.slice(half)];
}

export function idsOf(leads: readonly Lead[]): string[] {
  return leads.map(({ id }) => id);
}

/** A failed request as the outbox knows it. */
export function plain({ pauseMs: _, exhausted: __, ...outcome }: NoAnswer): Transient {
  return outcome;
}
