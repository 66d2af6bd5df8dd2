import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { cleanEmail } from '#domain/email.ts';

/**
 * Addresses are stored without what nobody sees, and with their domain as it is read: a person whose address was stored
 * in the other spelling, or with a mark that was pasted along, would be found and erased under neither. Ids stay.
 */
export async function cleanAddresses(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const beyondAscii = isPostgres ? sql`email ~ '[^ -~]'` : sql`email glob '*[^ -~]*'`;
  for (const table of ['leads', 'bookings']) {
    const { rows } = await sql<{ id: string; email: string }>`select id, email from ${sql.table(table)}
      where ${beyondAscii} or lower(email) like '%xn--%' or email like '%/'`.execute(db);
    for (const { id, email } of rows) {
      const cleaned = cleanEmail(email);
      if (cleaned !== email && cleaned !== '')
        await sql`update ${sql.table(table)} set email = ${cleaned} where id = ${id}`.execute(db);
    }
  }
}
