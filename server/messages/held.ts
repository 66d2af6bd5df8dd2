import { sql } from 'kysely';
import { office } from '#content/office.ts';
import { localDay, nextMorning } from '#domain/working-time.ts';
import type { Database } from '../store/database.ts';
import { mailId } from './ids.ts';
import type { Links } from './links.ts';
import { messagesQuery } from './new-message.ts';

/** How many at once, so that a release of thousands does not keep a visitor waiting. */
const BATCH = 500;

export interface HeldDeps {
  readonly db: Database;
  readonly links: Links;
  readonly sender: string;
}

/**
 * Lets the orders to tell of released leads go, and sees to it that the owner hears once a day of those that are
 * still held: the next morning, while any is.
 * @param now the server's own clock, in milliseconds since the epoch
 * @returns how many were let go
 */
export async function lookAfterHeld({ db, links, sender }: HeldDeps, now: number): Promise<number> {
  const released = await db
    .selectFrom('messages')
    .innerJoin('outbox', 'outbox.lead_id', 'messages.lead_id')
    .select('messages.id')
    .where(sql<boolean>`messages.state = 'held'`)
    .where('held_because', 'is', null)
    .limit(BATCH)
    .execute();
  if (released.length > 0) {
    const ids = released.map(({ id }) => id);
    await db
      .updateTable('messages')
      .set({ state: 'waiting', due_at: db.engine.instant(now) })
      .where('id', 'in', ids)
      .where(sql<boolean>`state = 'held'`)
      .execute();
  }
  if (await anyHeld(db)) {
    const due = nextMorning(office, now);
    const id = mailId(links.addressKey(`held ${localDay(due, office.timeZone)}`), sender);
    await db.together([messagesQuery(db, now, [{ id, kind: 'owner-held', lead_id: null, dueAt: due }])]);
  }
  return released.length;
}

async function anyHeld(db: Database): Promise<boolean> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where(sql<boolean>`state = 'held'`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export interface HeldLead {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  readonly because: string;
}

/** The leads that are held, the newest first, and how many there are. */
export async function heldLeads(
  db: Database,
  limit: number,
): Promise<{ readonly count: number; readonly leads: readonly HeldLead[] }> {
  const held = db
    .selectFrom('messages')
    .innerJoin('outbox', 'outbox.lead_id', 'messages.lead_id')
    .innerJoin('leads', 'leads.id', 'messages.lead_id')
    .where(sql<boolean>`messages.state = 'held'`)
    .where('held_because', 'is not', null);
  const { count } = await held.select((e) => e.fn.countAll().as('count')).executeTakeFirstOrThrow();
  const rows = await held
    .select(['leads.id', 'leads.name', 'leads.created_at', 'held_because'])
    .orderBy('leads.created_at', 'desc')
    .limit(limit)
    .execute();
  return {
    count: Number(count),
    leads: rows.map(({ id, name, created_at, held_because }) => ({
      id,
      name,
      createdAt: created_at,
      because: held_because ?? '',
    })),
  };
}
