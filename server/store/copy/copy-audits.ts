import type { Kysely } from 'kysely';
import type { AuditRow, Schema } from '../schema.ts';

/** Pictures are large: few in one statement. */
const BATCH = 20;

/**
 * Copies every audit with its pictures, leases excepted; leads have to be there already. What stands in the target is
 * not overwritten. Done again, it goes on where it was.
 */
export async function copyAudits(source: Kysely<Schema>, target: Kysely<Schema>): Promise<void> {
  for (let last = ''; ; ) {
    const rows = await source
      .selectFrom('audits')
      .selectAll()
      .where('token', '>', last)
      .orderBy('token')
      .limit(BATCH)
      .execute();
    if (rows.length === 0) return;
    last = rows.at(-1)?.token ?? last;
    const tokens = rows.map(({ token }) => token);
    const pictures = await source
      .selectFrom('audit_pictures')
      .selectAll()
      .where('token', 'in', tokens)
      .execute();
    await target.transaction().execute(async (tx) => {
      await tx
        .insertInto('audits')
        .values(rows.map(unleased))
        .onConflict((conflict) => conflict.column('token').doNothing())
        .execute();
      for (const picture of pictures)
        await tx
          .insertInto('audit_pictures')
          .values(picture)
          .onConflict((conflict) => conflict.columns(['token', 'name']).doNothing())
          .execute();
    });
  }
}

/** What a server has in hand waits again in the target, at its old place. */
function unleased(row: AuditRow): AuditRow {
  const free = { ...row, lease_owner: null, lease_until: null };
  return row.state === 'running' ? { ...free, state: 'waiting', step: null } : free;
}
