import type { Kysely } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import type { ConditionsTable, Schema } from './schema.ts';

const HOUR_MS = 60 * 60_000;

type OffsiteNote = Extract<ConditionsTable['name'], `offsite-${string}`>;

/** What is noted of the copies off the machine, and how old each note may become: the timers run daily and weekly. */
const MOST_MS: Readonly<Record<OffsiteNote, number>> = {
  'offsite-copied': 26 * HOUR_MS,
  'offsite-rehearsed': 8 * 24 * HOUR_MS,
};

export const OFFSITE_NOTES = Object.keys(MOST_MS) as readonly OffsiteNote[];

/** A note's time for a rehearsal that failed: no copy is known to be good. */
export const NEVER: Instant = 0;

/**
 * Notes that a good copy is kept off the machine, or that it was restored to see.
 * @param at when the copy was made, or restored
 */
export async function noteOffsite(db: Kysely<Schema>, name: OffsiteNote, at: Instant): Promise<void> {
  await db
    .insertInto('conditions')
    .values({ name, since: at, seen_at: at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ since: at, seen_at: at }))
    .execute();
}

/** Forgets all notes: no copy off the machine is expected. */
export async function forgetOffsite(db: Kysely<Schema>): Promise<void> {
  await db.deleteFrom('conditions').where('name', 'in', OFFSITE_NOTES).execute();
}

/** The notes there are, by name; none where copies are not kept off the machine. */
export async function offsiteNotes(db: Kysely<Schema>): Promise<ReadonlyMap<OffsiteNote, Instant>> {
  const rows = await db
    .selectFrom('conditions')
    .select(['name', 'seen_at'])
    .where('name', 'in', OFFSITE_NOTES)
    .execute();
  return new Map(rows.map(({ name, seen_at }) => [name as OffsiteNote, seen_at]));
}

/** Whether a note is too old; or as far in the future, where a wrong clock has written it and its age is unknown. */
export function isOffsiteOverdue(notes: ReadonlyMap<OffsiteNote, Instant>, now: Instant): boolean {
  return [...notes].some(([name, at]) => Math.abs(now - at) > MOST_MS[name]);
}
