import type { Database } from '../database.ts';

/**
 * The ids of all mails about these leads and bookings; in the folder that takes the place of a mail server each is a file.
 */
export async function mailsAbout(
  db: Database,
  leadIds: readonly string[],
  bookingIds: readonly string[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const [column, about] of [
    ['lead_id', leadIds],
    ['booking_id', bookingIds],
  ] as const) {
    if (about.length === 0) continue;
    const rows = await db
      .selectFrom('messages')
      .select('id')
      .where(column, 'in', about)
      .where('channel', '=', 'mail')
      .execute();
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}
