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
