import type { Kysely } from 'kysely';
import { addMissing } from '../add-missing.ts';
import type { AuditRow, Schema } from '../schema.ts';
import { batchesOf, unleased } from './rows.ts';

/** Pictures are large: few in one statement. */
const BATCH = 20;

/**
 * Copies every audit with its pictures, leases excepted; leads have to be there already. What stands in the target is
 * not overwritten. Done again, it goes on where it was.
 */
export async function copyAudits(source: Kysely<Schema>, target: Kysely<Schema>): Promise<void> {
  for await (const rows of batchesOf(source, 'audits', 'token', BATCH)) {
    const tokens = rows.map(({ token }) => token);
    const ofThese = source.selectFrom('audit_pictures').selectAll().where('token', 'in', tokens);
    const pictures = await ofThese.execute();
    await target.transaction().execute(async (tx) => {
      await addMissing(tx, 'audits', rows.map(waitingAgain));
      for (const picture of pictures) await addMissing(tx, 'audit_pictures', [picture]);
    });
  }
}

/** What a server has in hand waits again in the target, at its old place. */
function waitingAgain(row: AuditRow): AuditRow {
  return row.state === 'running' ? { ...unleased(row), state: 'waiting', step: null } : unleased(row);
}
