import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';
import { toLead } from './lead-row.ts';
import type { LeadReader } from './lead-store.ts';

/** Reads leads and the state of their delivery; never writes. */
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

    async recent(limit) {
      const rows = await db
        .selectFrom('leads')
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toLead);
    },

    async count() {
      const { total } = await db
        .selectFrom('leads')
        .select((e) => e.fn.countAll().as('total'))
        .executeTakeFirstOrThrow();
      return Number(total);
    },
  };
}
