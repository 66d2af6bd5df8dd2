import type { Kysely, Transaction } from 'kysely';
import type { BookingRow, Schema } from '../schema.ts';

const BATCH = 200;

/**
 * Copies every booking with the time that it covers, its changes, and what is owed about one that has no lead, leases
 * excepted; leads have to be there already. What stands in the target is not overwritten. Done again, it goes on where it was.
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
    await target.transaction().execute((tx) => copyBatch(tx, rows, cells, changes));
  }
  await copyMessages(source, target);
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

async function copyMessages(source: Kysely<Schema>, target: Kysely<Schema>): Promise<void> {
  const rows = await source
    .selectFrom('messages')
    .selectAll()
    .where('lead_id', 'is', null)
    .where('kind', 'in', ['visitor-call', 'visitor-call-reminder', 'owner-call', 'owner-call-reminder'])
    .execute();
  for (let first = 0; first < rows.length; first += BATCH) {
    const batch = rows
      .slice(first, first + BATCH)
      .map((row) => ({ ...row, lease_owner: null, lease_until: null }));
    await target
      .insertInto('messages')
      .values(batch)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }
}
