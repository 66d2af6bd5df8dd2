import { sql } from 'kysely';
import { type Lead, sameContent } from '#domain/lead.ts';
import { compiledOnce } from './compiled-once.ts';
import type { Database } from './database.ts';
import { toLead } from './lead-row.ts';
import type { LeadWriter } from './store.ts';

interface NewLead extends Lead {
  readonly atMs: number;
  readonly heldBecause: string | null;
  readonly messageId: string;
  readonly tell: 'waiting' | 'held';
}

/** A writer on any engine; the primary key decides between two submissions of one id. */
export function leadWriter(db: Database): LeadWriter {
  const leadQuery = compiledOnce(({ id, name, email, userId, url, status, atMs }: NewLead) =>
    db
      .insertInto('leads')
      .values({ id, name, email, user_id: userId, url, status, created_at: db.engine.instant(atMs) })
      .onConflict((conflict) => conflict.column('id').doNothing()),
  );
  // Before the order: a lead that has one already stood already, and was told about then.
  const tellQuery = compiledOnce(({ id, atMs, messageId, tell }: NewLead) =>
    db
      .insertInto('messages')
      .columns(['id', 'kind', 'channel', 'recipient', 'lead_id', 'state', 'created_at', 'due_at'])
      .expression(
        db
          .selectNoFrom((e) => [
            e.val(messageId).as('id'),
            sql.lit('received').as('kind'),
            sql.lit('fan-out').as('channel'),
            sql.lit('owner').as('recipient'),
            e.val(id).as('lead_id'),
            e.val(tell).as('state'),
            db.engine.instant(atMs).as('created_at'),
            db.engine.instant(atMs).as('due_at'),
          ])
          .where(({ not, exists, selectFrom }) =>
            not(exists(selectFrom('outbox').select('lead_id').where('lead_id', '=', id))),
          ),
      ),
  );
  // A lead that stood already has its order: written with it, and never taken away without it.
  const orderQuery = compiledOnce(({ id, atMs, heldBecause }: NewLead) =>
    db
      .insertInto('outbox')
      .values({
        lead_id: id,
        destination: 'airtable',
        due_at: db.engine.instant(atMs),
        held_because: heldBecause,
      })
      .onConflict((conflict) => conflict.column('lead_id').doNothing()),
  );

  return {
    async insert(lead, atMs, heldBecause) {
      const given: NewLead = {
        ...lead,
        atMs,
        heldBecause: heldBecause ?? null,
        messageId: crypto.randomUUID(),
        tell: heldBecause === undefined ? 'waiting' : 'held',
      };
      const [inserted] = await db.together([leadQuery(given), tellQuery(given), orderQuery(given)]);
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
