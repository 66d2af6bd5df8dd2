import type { Kysely } from 'kysely';
import type { Schema } from '../../store/schema.ts';

/** Audits, each with what was seen for it. */
export function auditsWithVisits(db: Kysely<Schema>) {
  return db
    .selectFrom('audits')
    .leftJoin('audit_visits', 'audit_visits.id', 'audits.visit_id')
    .selectAll('audits')
    .select(['audit_visits.facts', 'audit_visits.facts_version']);
}
