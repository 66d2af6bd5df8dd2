import { sql } from 'kysely';
import { OTHER_SOURCES, SOURCE_FIELDS, type Source } from '#domain/source.ts';
import type { Database } from '../store/database.ts';
import { readAside } from '../store/read-aside.ts';
import type { VisitCountRow } from '../store/schema.ts';

/** So many sources of a day are told apart; whatever else is invented is counted as one. */
export const MOST_SOURCES = 300;
/** Rows in one statement: its parameters stay within what both engines take. */
const CHUNK = 200;

export const keyOf = (source: Source): string => JSON.stringify(SOURCE_FIELDS.map((field) => source[field]));

/** What `VisitCountRow` is counted by. */
const COUNTED_BY = ['day', 'page', ...SOURCE_FIELDS, 'step'] as const;

/** Adds counts to those of the database, several servers at once or not, with at most `MOST_SOURCES` a day. */
export function visitCounts(db: Database) {
  /** The sources of a day that are in the table as far as this server knows. */
  const stored = new Map<string, Set<string>>();

  async function storedOf(day: string, wanted: readonly VisitCountRow[]): Promise<Set<string>> {
    const known = stored.get(day);
    if (known !== undefined && wanted.every((row) => known.has(keyOf(row)))) return known;
    const rows = await readAside(
      db,
      db.selectFrom('visit_counts').select(SOURCE_FIELDS).distinct().where('day', '=', day),
    );
    const read = new Set(rows.map(keyOf));
    stored.set(day, read);
    if (stored.size > 2) stored.delete(stored.keys().next().value ?? '');
    return read;
  }

  return {
    /** Rejects when they could not be added; then none was, unless the answer alone was lost. */
    async add(rows: readonly VisitCountRow[]): Promise<void> {
      const sums = new Map<string, VisitCountRow>();
      for (const [day, ofDay] of Map.groupBy(rows, (row) => row.day)) {
        const known = new Set(await storedOf(day, ofDay));
        for (const row of ofDay) {
          if (known.size < MOST_SOURCES) known.add(keyOf(row));
          const counted = known.has(keyOf(row)) ? row : { ...row, ...OTHER_SOURCES };
          const key = COUNTED_BY.map((column) => counted[column]).join('\0');
          sums.set(key, { ...counted, count: counted.count + (sums.get(key)?.count ?? 0) });
        }
      }
      // In one order everywhere: two servers that add at once never wait for each other in a circle.
      const sorted = [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
      const statements = Array.from({ length: Math.ceil(sorted.length / CHUNK) }, (_, nth) =>
        db
          .insertInto('visit_counts')
          .values(sorted.slice(nth * CHUNK, (nth + 1) * CHUNK))
          .onConflict((conflict) =>
            conflict.columns(COUNTED_BY).doUpdateSet({ count: sql`visit_counts.count + excluded.count` }),
          )
          .compile(),
      );
      await db.atomically(statements);
    },
  };
}

/** Deletes the counts of the days before one. @param day `YYYY-MM-DD` */
export async function forgetVisits(db: Database, day: string): Promise<void> {
  await db.atomically([db.deleteFrom('visit_counts').where('day', '<', day).compile()]);
}
