import type { Interval } from '#domain/availability.ts';
import type { Instant } from '#domain/instant.ts';
import type { Database } from '../../store/database.ts';

/** Fewer letters stand in nearly every title. */
const LEAST_LETTERS = 3;
const MOST_LETTERS = 200;

/** A text as titles are compared: without regard to case, accents and blanks. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Of these words the one that a title has, by which a whole day leaves the owner free. */
export function freedBy(title: string, words: readonly string[]): string | undefined {
  const text = folded(title);
  return words.find((one) => text.includes(folded(one)));
}

/** Words that the owner has chosen: a whole-day entry of her calendar with one of them in its title keeps no call away. */
export function freeDays(db: Database) {
  return {
    async all(): Promise<string[]> {
      const rows = await db.selectFrom('free_days').select('words').orderBy('words').execute();
      return rows.map(({ words }) => words);
    },

    /** @returns `short` for words that nearly every title has */
    async add(given: string): Promise<'added' | 'already' | 'short'> {
      const words = given.replace(/\s+/g, ' ').trim().slice(0, MOST_LETTERS);
      if (folded(words).length < LEAST_LETTERS) return 'short';
      if (freedBy(words, await this.all()) !== undefined) return 'already';
      const added = await db
        .insertInto('free_days')
        .values({ words })
        .onConflict((conflict) => conflict.column('words').doNothing())
        .returning('words')
        .execute();
      return added.length === 1 ? 'added' : 'already';
    },

    /** @returns whether the words were there until now */
    async remove(words: string): Promise<boolean> {
      const gone = await db.deleteFrom('free_days').where('words', '=', words).returning('words').execute();
      return gone.length === 1;
    },
  };
}

/** In the place of a booking's id, of time that the owner has blocked. */
export const BLOCKED = 'blocked';

/** Hours in which the owner lets nobody book a call; calls that were booked before stay. */
export function blockedHours(db: Database) {
  return {
    /** Those that touch the time between two instants. */
    async between(from: Instant, to: Instant): Promise<Interval[]> {
      const rows = await db
        .selectFrom('blocked_hours')
        .selectAll()
        .where('end_at', '>', from)
        .where('start_at', '<', to)
        .orderBy('start_at')
        .execute();
      return rows.map(({ start_at, end_at }) => ({ start: start_at, end: end_at }));
    },

    /** @returns whether it was free of a block until now */
    async block({ start, end }: Interval): Promise<boolean> {
      const added = await db
        .insertInto('blocked_hours')
        .values({ start_at: start, end_at: end })
        .onConflict((conflict) => conflict.column('start_at').doNothing())
        .returning('start_at')
        .execute();
      return added.length === 1;
    },

    /** @returns whether it was blocked until now */
    async free(start: Instant): Promise<boolean> {
      const gone = await db
        .deleteFrom('blocked_hours')
        .where('start_at', '=', start)
        .returning('start_at')
        .execute();
      return gone.length === 1;
    },
  };
}
