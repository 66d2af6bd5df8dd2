import type { Kysely, Transaction } from 'kysely';
import { addMissing } from '../store/add-missing.ts';
import type { BookingRow, Schema } from '../store/schema.ts';
import { batchesOf, unleased } from './rows.ts';

const BATCH = 200;

/**
 * Copies every booking with the time that it covers, its changes, its names at a provider and the messages about it,
 * leases excepted, and which webhooks were taken; leads
 * have to be there already. What stands in the target is not overwritten. Done again, it goes on where it was.
 * @throws when the target has sold the time of a booking to somebody else
 */
export async function copyBookings(source: Kysely<Schema>, target: Kysely<Schema>): Promise<void> {
  for await (const rows of batchesOf(source, 'bookings', 'id', BATCH)) {
    const ids = rows.map(({ id }) => id);
    const ofCells = source.selectFrom('booking_cells').selectAll().where('booking_id', 'in', ids);
    const cells = await ofCells.execute();
    const ofChanges = source.selectFrom('booking_changes').selectAll().where('booking_id', 'in', ids);
    const changes = await ofChanges.execute();
    const messages = await source.selectFrom('messages').selectAll().where('booking_id', 'in', ids).execute();
    const names = await source
      .selectFrom('provider_calls')
      .selectAll()
      .where('booking_id', 'in', ids)
      .execute();
    await target.transaction().execute(async (tx) => {
      await copyBatch(tx, rows, cells, changes);
      await addMissing(tx, 'provider_calls', names);
      await addMissing(tx, 'messages', messages.map(unleased));
    });
  }
  const nameless = source.selectFrom('provider_calls').selectAll().where('booking_id', 'is', null);
  await addMissing(target, 'provider_calls', await nameless.execute());
  for await (const rows of batchesOf(source, 'provider_hooks', 'hash', BATCH))
    await addMissing(target, 'provider_hooks', rows);
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
