import { type Kysely, type RawBuilder, sql, type UpdateObject } from 'kysely';
import { IN_STATE, type OperatorLead, toOperatorLead } from './operator-lead.ts';
import type { OutboxRow, Schema } from './schema.ts';

/** Few enough that a server, which waits for the lock meanwhile, does not notice. */
const BATCH = 500;

/**
 * Due since it was accepted, and so due now by every clock: the server's may not be the operator's. Those that have
 * waited longest go first.
 */
const DUE = { due_at: sql<number>`(select created_at from leads where id = lead_id)` };

/** The leads named, or every one that the change is meant for. */
export type Which = readonly string[] | 'all';

export type OperatorWriter = ReturnType<typeof operatorWriter>;

/** What an operator changes, on either engine, while servers run; in short transactions. */
export function operatorWriter(db: Kysely<Schema>) {
  /** Walks once over the rows that fulfil the condition; a row that changes meanwhile is not walked over again. */
  async function change(
    which: Which,
    condition: RawBuilder<boolean>,
    values: UpdateObject<Schema, 'outbox'>,
  ): Promise<string[]> {
    const changed: string[] = [];
    if (which.length === 0) return changed;
    let last = '';
    for (;;) {
      let batch = db.selectFrom('outbox').select('lead_id').where(condition).where('lead_id', '>', last);
      if (which !== 'all') batch = batch.where('lead_id', 'in', which);
      const ids = (await batch.orderBy('lead_id').limit(BATCH).execute()).map(({ lead_id }) => lead_id);
      if (ids.length === 0) return changed;
      last = ids.at(-1) ?? last;
      const rows = await db
        .updateTable('outbox')
        .set(values)
        .where('lead_id', 'in', ids)
        .where(condition)
        .returning('lead_id')
        .execute();
      for (const { lead_id } of rows) changed.push(lead_id);
    }
  }

  return {
    /**
     * Makes leads that wait due at once; those held back and those delivered stay as they are.
     * @returns the ids of those that are due now
     */
    makeDue: (which: Which) => change(which, IN_STATE.sendable, DUE),

    /** The same for the leads that every strategy was refused for. */
    makeRefusedDue: () => change('all', IN_STATE.refused, DUE),

    /**
     * Lets leads that are held back go out, at once.
     * @returns the ids of those that were held
     */
    release: (which: Which) => change(which, IN_STATE.held, { held_because: null, ...DUE }),

    /**
     * Removes leads and what was left to do with them, together; only the ids of their records stay, so that no other
     * lead is ever taken for one of them.
     * @returns each as it stood when it was removed
     */
    erase: (ids: readonly string[]): Promise<OperatorLead[]> =>
      db.transaction().execute(async (tx) => {
        const outbox = await tx.deleteFrom('outbox').where('lead_id', 'in', ids).returningAll().execute();
        const leads = await tx.deleteFrom('leads').where('id', 'in', ids).returningAll().execute();
        await keepRecords(tx, outbox);
        const byId = new Map(outbox.map((row) => [row.lead_id, row]));
        return leads.flatMap((lead) => {
          const row = byId.get(lead.id);
          return row ? [toOperatorLead({ ...lead, ...row })] : [];
        });
      }),
  };
}

async function keepRecords(db: Kysely<Schema>, rows: readonly Pick<OutboxRow, 'remote_id'>[]): Promise<void> {
  const values = rows.flatMap(({ remote_id }) => (remote_id === null ? [] : [{ remote_id }]));
  if (values.length === 0) return;
  await db
    .insertInto('erased_records')
    .values(values)
    .onConflict((conflict) => conflict.column('remote_id').doNothing())
    .execute();
}
