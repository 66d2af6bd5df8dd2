import { sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import type { Database } from '../../store/database.ts';
import { IS_THERE } from '../../store/leads/lead-state.ts';
import { readAside } from '../../store/read-aside.ts';

/** How many leads were accepted since an instant, and how many delivered since then are not known to be gone there. */
export async function receivedSince(
  db: Database,
  since: Instant,
): Promise<{ readonly all: number; readonly delivered: number }> {
  const count = sql<number>`count(*)`;
  const came = db.selectFrom('leads').select(count.as('n')).where('created_at', '>=', since);
  const left = db
    .selectFrom('outbox')
    .select(count.as('n'))
    .where('delivered_at', 'is not', null)
    .where('delivered_at', '>=', since)
    .where(IS_THERE);
  const [row] = await readAside(db, db.selectNoFrom([came.as('all'), left.as('delivered')]));
  return { all: Number(row?.all ?? 0), delivered: Number(row?.delivered ?? 0) };
}
