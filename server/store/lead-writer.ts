import { sameContent } from '#domain/lead.ts';
import type { Database } from './database.ts';
import { toLead } from './lead-row.ts';
import type { LeadWriter } from './store.ts';

/** A writer on any engine; the primary key decides between two submissions of one id. */
export function leadWriter(db: Database): LeadWriter {
  return {
    async insert(lead, atMs, heldBecause) {
      const { userId: user_id, ...fields } = lead;
      const now = db.engine.instant(atMs);
      const newLead = db
        .insertInto('leads')
        .values({ ...fields, user_id, created_at: now })
        .onConflict((conflict) => conflict.column('id').doNothing());
      // A lead that stood already has its order: written with it, and never taken away without it.
      const order = db
        .insertInto('outbox')
        .values({
          lead_id: lead.id,
          destination: 'airtable',
          due_at: now,
          held_because: heldBecause ?? null,
        })
        .onConflict((conflict) => conflict.column('lead_id').doNothing());
      const [inserted] = await db.together([newLead.compile(), order.compile()]);
      if (inserted?.numAffectedRows === 1n) return 'created';
      const stored = await db
        .selectFrom('leads')
        .selectAll()
        .where('id', '=', lead.id)
        .executeTakeFirstOrThrow();
      return sameContent(toLead(stored), lead) ? 'repeated' : 'conflict';
    },

    async probe(atMs) {
      const written_at = db.engine.instant(atMs);
      await db
        .insertInto('probe')
        .values({ id: 1, written_at })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ written_at }))
        .execute();
    },
  };
}
