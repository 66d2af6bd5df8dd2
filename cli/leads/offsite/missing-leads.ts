import { sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import type { Database } from '#server/store/database.ts';

/** In one statement: a server that writes waits for none of them. */
const PAGE = 5_000;

/** How many leads that the database accepted before an instant a copy lacks. */
export async function missingLeads(
  db: Database,
  copy: ReadonlySet<string>,
  beforeMs: Instant,
): Promise<number> {
  let missing = 0;
  let last: { readonly id: string; readonly created_at: number } | undefined;
  do {
    const page = await db
      .selectFrom('leads')
      .select(['id', 'created_at'])
      .where('created_at', '<', beforeMs)
      .$if(last !== undefined, (query) =>
        query.where(sql<boolean>`(created_at, id) > (${last?.created_at}, ${last?.id})`),
      )
      .orderBy('created_at')
      .orderBy('id')
      .limit(PAGE)
      .execute();
    missing += page.filter(({ id }) => !copy.has(id)).length;
    last = page.length < PAGE ? undefined : page.at(-1);
  } while (last !== undefined);
  return missing;
}
