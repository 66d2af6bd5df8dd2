import type { Kysely, Transaction } from 'kysely';
import type { BookingRow, MessageRow, Schema } from '../schema.ts';

const BATCH = 200;

/**
 * Copies every booking with the time that it covers, its changes, and the messages about it, leases excepted; leads have to be there already. What stands in the target is not overwritten. Done again, it goes on where it was.
 * @throws when the target has sold the time of a booking to somebody else
 */
export async function copyBookings(source: Kysely<Schema>, target: Kysely<Schema>): Promise<void> {
  for (let last = ''; ; ) {
    const rows = await source
      .selectFrom('bookings')
      .selectAll()
      .where('id', '>', last)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    if (rows.length === 0) break;
    last = rows.at(-1)?.id ?? last;
    const ids = rows.map(({ id }) => id);
    const cells = await source
      .selectFrom('booking_cells')
      .selectAll()
      .where('booking_id', 'in', ids)
      .execute();
    const changes = await source
      .selectFrom('booking_changes')
      .selectAll()
      .where('booking_id', 'in', ids)
      .execute();
    const messages = await source.selectFrom('messages').selectAll().where('booking_id', 'in', ids).execute();
    await target.transaction().execute(async (tx) => {
      await copyBatch(tx, rows, cells, changes);
      await copyMessages(tx, messages);
    });
  }
}

async function copyBatch(
  tx: Transaction<Schema>,
  rows: readonly BookingRow[],
  cells: readonly Schema['booking_cells'][],
  changes: readonly Schema['booking_changes'][],
): Promise<void> {
  const inserted = await tx
    .insertInto('bookings')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute();
  const added = new Set(inserted.map(({ id }) => id));
  const ofAdded = <R extends { booking_id: string }>(all: readonly R[]) =>
    all.filter(({ booking_id }) => added.has(booking_id));
  const [newCells, newChanges] = [ofAdded(cells), ofAdded(changes)];
  if (newCells.length > 0) await tx.insertInto('booking_cells').values(newCells).execute();
  if (newChanges.length > 0) await tx.insertInto('booking_changes').values(newChanges).execute();
}

async function copyMessages(tx: Transaction<Schema>, messages: readonly MessageRow[]): Promise<void> {
  const free = messages.map((row) => ({ ...row, lease_owner: null, lease_until: null }));
  for (let first = 0; first < free.length; first += BATCH)
    await tx
      .insertInto('messages')
      .values(free.slice(first, first + BATCH))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
}
