import type { Database } from '../../store/database.ts';

/** In one statement: with more, PostgreSQL expects to read the whole table sooner than it has counted it. */
const AT_ONCE = 20;

/**
 * The ids of all mails about these leads and bookings; in the folder that takes the place of a mail server each is a file.
 */
export async function mailsAbout(
  db: Database,
  leadIds: readonly string[],
  bookingIds: readonly string[],
): Promise<string[]> {
  const mails: string[] = [];
  for (const [column, ids] of [
    ['lead_id', leadIds],
    ['booking_id', bookingIds],
  ] as const) {
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const rows = await db
        .selectFrom('messages')
        .select('id')
        .where(column, 'in', ids.slice(from, from + AT_ONCE))
        .where('channel', '=', 'mail')
        .execute();
      mails.push(...rows.map(({ id }) => id));
    }
  }
  return mails;
}
