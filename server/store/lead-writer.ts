import type { Kysely } from 'kysely';
import { sameContent } from '#domain/lead.ts';
import { toLead } from './lead-row.ts';
import type { Schema } from './schema.ts';
import type { LeadWriter, SubmitOutcome } from './store.ts';

/** A writer on any database Kysely speaks to; the primary key decides between two submissions of one id. */
export function leadWriter(db: Kysely<Schema>): LeadWriter {
  return {
    insert: (lead, atMs, heldBecause) =>
      db.transaction().execute(async (tx): Promise<SubmitOutcome> => {
        const { userId: user_id, ...fields } = lead;
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('leads')
          .values({ ...fields, user_id, created_at: atMs })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .executeTakeFirstOrThrow();
        if (numInsertedOrUpdatedRows === 1n) {
          await tx
            .insertInto('outbox')
            .values({
              lead_id: lead.id,
              destination: 'airtable',
              due_at: atMs,
              held_because: heldBecause ?? null,
            })
            .execute();
          return 'created';
        }
        const stored = await tx
          .selectFrom('leads')
          .selectAll()
          .where('id', '=', lead.id)
          .executeTakeFirstOrThrow();
        return sameContent(toLead(stored), lead) ? 'repeated' : 'conflict';
      }),

    async probe(atMs) {
      await db
        .insertInto('probe')
        .values({ id: 1, written_at: atMs })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ written_at: atMs }))
        .execute();
    },
  };
}
