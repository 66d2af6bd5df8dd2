import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';
import { toLead } from './lead-row.ts';
import type { LeadReader, StoredLead } from './lead-store.ts';

/** The leads with these ids, by id; those that are not there are left out. */
export async function leadsById(
  db: Kysely<Schema>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredLead>> {
  const rows = await db.selectFrom('leads').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, toLead(row)]));
}

/** A reader on any engine. */
export function leadReader(db: Kysely<Schema>): LeadReader {
  return {
    async byId(id) {
      const row = await db.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirst();
      return row && toLead(row);
    },

    async isHeld(id) {
      const row = await db
        .selectFrom('outbox')
        .select('lead_id')
        .where('lead_id', '=', id)
        .where('held_because', 'is not', null)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
