import { sql } from 'kysely';
import { office } from '#content/office.ts';
import type { Instant } from '#domain/instant.ts';
import { isoDayIn } from '#domain/wall-clock.ts';
import { nextMorning } from '#domain/working-time.ts';
import { bookingReader } from '../bookings/store/booking-reader.ts';
import { mailId } from '../messages/ids.ts';
import { messagesQuery, type ServerMailDeps } from '../messages/new-message.ts';
import type { Database } from '../store/database.ts';
import { IN_STATE } from '../store/leads/lead-state.ts';
import { readAside } from '../store/read-aside.ts';

/**
 * Makes the daily mail about held leads and calls, due the next working morning; none while nothing is held.
 * @param now the server's own clock
 */
export async function enqueueHeldDigest({ db, links, sender }: ServerMailDeps, now: Instant): Promise<void> {
  const held = await heldRows(db).select('lead_id').limit(1).executeTakeFirst();
  if (held === undefined && (await bookingReader(db).held(now, 1)).length === 0) return;
  const due = nextMorning(office, now);
  const id = mailId(links.keyedHash(`held ${isoDayIn(due, office.timeZone)}`), sender);
  await db.atomically([messagesQuery(db, now, [{ id, kind: 'owner-held', lead_id: null, dueAt: due }])]);
}

const HOUR_MS = 60 * 60_000;

/** Which leads the mail about those just held is about: accepted in that hour. */
export interface HeldHour {
  readonly from: Instant;
  readonly to: Instant;
}

/**
 * Makes the mail about the leads that were held in an hour, due when it ends: an honest visitor may be among them.
 * @param now the server's own clock
 */
export async function enqueueHeldHour({ db, links, sender }: ServerMailDeps, now: Instant): Promise<void> {
  const newest = await heldRows(db).select('due_at').limit(1).executeTakeFirst();
  if (newest === undefined || newest.due_at < now - HOUR_MS) return;
  const from = Math.floor(newest.due_at / HOUR_MS) * HOUR_MS;
  const detail: HeldHour = { from, to: from + HOUR_MS };
  const id = mailId(links.keyedHash(`held in ${from}`), sender);
  const dueAt = Math.max(now, detail.to);
  await db.atomically([messagesQuery(db, now, [{ id, kind: 'owner-held', lead_id: null, dueAt, detail }])]);
}

/** The outbox rows of held leads, the newest first; a held row is due since its lead was accepted. */
function heldRows(db: Database) {
  return db
    .selectFrom('outbox')
    .where(IN_STATE.held)
    .orderBy('outbox.due_at', 'desc')
    .orderBy('outbox.lead_id', 'desc');
}

export interface HeldLead {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly createdAt: Instant;
  readonly because: string;
}

/** Counted up to this number: counting all of many holds up what is to be written, for long where no cache has the index. */
export const MOST_HELD_COUNTED = 2_000;

/**
 * The newest held leads, `limit` at most, and how many there are in all, or `MOST_HELD_COUNTED` when there are more; of one
 * hour, where one is given.
 */
export async function heldLeads(
  db: Database,
  limit: number,
  hour?: HeldHour,
): Promise<{ readonly count: number; readonly leads: readonly HeldLead[] }> {
  const within =
    hour === undefined
      ? sql<boolean>`true`
      : sql<boolean>`outbox.due_at >= ${hour.from} and outbox.due_at < ${hour.to}`;
  const all = db
    .selectFrom(heldRows(db).where(within).select('lead_id').limit(MOST_HELD_COUNTED).as('some'))
    .select((e) => e.fn.countAll<number>().as('count'));
  const [counted] = await readAside(db, all);
  const rows = await heldRows(db)
    .innerJoin('leads', 'leads.id', 'outbox.lead_id')
    .select(['leads.id', 'leads.name', 'leads.email', 'leads.created_at', 'outbox.held_because'])
    .where(within)
    .limit(limit)
    .execute();
  return {
    count: Number(counted?.count ?? 0),
    leads: rows.map(({ id, name, email, created_at, held_because }) => ({
      id,
      name,
      email,
      createdAt: created_at,
      because: held_because ?? '',
    })),
  };
}
