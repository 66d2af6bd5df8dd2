import type { Kysely, Selectable } from 'kysely';
import { addMissing } from '../store/add-missing.ts';
import type { Schema } from '../store/schema.ts';
import { batchesOf, unleased } from './rows.ts';

/** Pictures are large: few in one statement. */
const BATCH = 20;

/**
 * Copies every audit with what was seen for it, leases excepted; leads have to be there already. What stands in the target is
 * not overwritten. Done again, it goes on where it was.
 */
export async function copyAudits(source: Kysely<Schema>, target: Kysely<Schema>): Promise<void> {
  for await (const rows of batchesOf(source, 'audits', 'token', BATCH)) {
    const tokens = rows.map(({ token }) => token);
    const theirs = source.selectFrom('audits').select('visit_id').where('token', 'in', tokens);
    const [visits, pictures] = await Promise.all([
      source.selectFrom('audit_visits').selectAll().where('id', 'in', theirs).execute(),
      source.selectFrom('audit_pictures').selectAll().where('visit_id', 'in', theirs).execute(),
    ]);
    await target.transaction().execute(async (tx) => {
      await addMissing(tx, 'audit_visits', visits);
      await addMissing(tx, 'audits', rows.map(waitingAgain));
      for (const picture of pictures) await addMissing(tx, 'audit_pictures', [picture]);
    });
  }
}

/** What a server has in hand waits again in the target, at its old place. */
function waitingAgain(row: Selectable<Schema['audits']>): Selectable<Schema['audits']> {
  return row.state === 'running' ? { ...unleased(row), state: 'waiting', step: null } : unleased(row);
}
