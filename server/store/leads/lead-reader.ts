import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';
import { toLead } from './lead-row.ts';
import type { LeadReader } from './lead-store.ts';

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
