import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { toLead } from '../store/leads/lead-row.ts';
import type { StoredLead } from '../store/leads/lead-store.ts';
import { type Owed, owedAfter } from './due-promises.ts';
import type { LeadEvent } from './events.ts';

export interface OwedToLead extends Owed {
  readonly lead: StoredLead;
}

/** Leads read at once, so that a base full of unanswered ones fits the memory. */
const BATCH = 500;

/**
 * Everything that is owed to anybody, the most urgent first. Whoever was answered and has asked for nothing since is
 * not even read.
 */
export async function owedToAll(db: Database): Promise<OwedToLead[]> {
  const owed: OwedToLead[] = [];
  let last = '';
  for (;;) {
    const leads = await db
      .selectFrom('leads')
      .selectAll()
      .where('id', '>', last)
      .where('id', 'in', (e) =>
        e
          .selectFrom('lead_events')
          .select('lead_id')
          .where('kind', 'in', ['received', 'erasure-requested', 'call-booked']),
      )
      .where(
        sql<boolean>`(not exists (select 1 from lead_events m where m.lead_id = leads.id and m.kind in ('answered', 'lost'))
          or exists (select 1 from lead_events m where m.lead_id = leads.id and m.kind in ('not-reached', 'erasure-requested', 'call-booked')))`,
      )
      .orderBy('id')
      .limit(BATCH)
      .execute();
    const [first] = leads;
    if (first === undefined) return owed.sort((a, b) => a.until - b.until);
    last = leads.at(-1)?.id ?? last;
    const events = await db
      .selectFrom('lead_events')
      .select(['lead_id', 'at', 'kind', 'detail'])
      .where(
        'lead_id',
        'in',
        leads.map(({ id }) => id),
      )
      .orderBy('at')
      .orderBy('id')
      .execute();
    const byLead = Map.groupBy(events, ({ lead_id }) => lead_id);
    for (const row of leads) {
      const story = (byLead.get(row.id) ?? []).map(({ at, kind, detail }) => ({
        ...{ at, kind },
        detail: JSON.parse(detail ?? '{}') as LeadEvent['detail'],
      }));
      for (const one of owedAfter(story)) owed.push({ ...one, lead: toLead(row) });
    }
  }
}
