import { type Lead, sameContent } from '#domain/lead.ts';
import type { LeadColumns } from '../fields/lead-fields.ts';
import { type OriginColumns, originColumns } from '../fields/origin-fields.ts';
import { compiledOnce } from '../store/compiled-once.ts';
import type { Database } from '../store/database.ts';
import { columnsIn, toColumns, toLead } from '../store/leads/lead-row.ts';
import { asReceived, type LeadWriter } from '../store/leads/lead-store.ts';
import { outdated, required, untilDecided } from '../store/outdated.ts';

interface NewLead extends LeadColumns, OriginColumns {
  readonly id: string;
  readonly status: Lead['status'];
  readonly atMs: number;
  readonly heldBecause: string | null;
  readonly client: string | null;
}

/** A writer on any engine; the primary key decides between two submissions of one id. */
export function leadWriter(db: Database): LeadWriter {
  const leadQuery = compiledOnce((lead: NewLead) =>
    db
      .insertInto('leads')
      .values({
        id: lead.id,
        ...columnsIn(lead),
        ...originColumns(lead),
        status: lead.status,
        created_at: db.engine.instant(lead.atMs),
      })
      .onConflict((conflict) => conflict.column('id').doNothing()),
  );
  // The outbox row of a lead that is stored already stays as it is, so that nobody is notified twice.
  const outboxQuery = compiledOnce(({ id, atMs, heldBecause, client }: NewLead) =>
    db
      .insertInto('outbox')
      .values({
        lead_id: id,
        due_at: db.engine.instant(atMs),
        held_because: heldBecause,
        tell_since: db.engine.instant(atMs),
        client_key: client,
      })
      .onConflict((conflict) => conflict.column('lead_id').doNothing()),
  );

  return {
    async insert(lead, atMs, heldBecause, { client, origin = {}, notLate } = {}) {
      // Of what is held no mail goes out: who sent it is not kept.
      const counted = heldBecause === undefined ? (client ?? null) : null;
      const { id, status } = lead;
      const held = heldBecause ?? null;
      const known = { ...toColumns(lead), ...originColumns(origin) };
      const given: NewLead = { id, ...known, status, atMs, heldBecause: held, client: counted };
      return untilDecided(async () => {
        if (notLate !== undefined && (await db.executeQuery(notLate)).rows.length === 0) return 'late';
        const [inserted] = await db.atomically([
          leadQuery(given),
          outboxQuery(given),
          // Last: whoever erases the lead at the same moment has ended by then.
          ...(notLate === undefined ? [] : [required(notLate)]),
        ]);
        if (inserted?.numAffectedRows === 1n) return 'created';
        const stored = await db.selectFrom('leads').selectAll().where('id', '=', lead.id).executeTakeFirst();
        // Erased since.
        if (stored === undefined) throw outdated();
        const there = toLead(stored);
        const isSame = sameContent(there, lead) || sameContent(asReceived(there), lead);
        return isSame ? 'repeated' : 'conflict';
      });
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
