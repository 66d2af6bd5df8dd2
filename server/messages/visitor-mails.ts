import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isMailAddress } from '#domain/email.ts';
import type { Instant } from '#domain/instant.ts';
import type { Database } from '../store/database.ts';
import type { Schema } from '../store/schema.ts';
import { mailboxKey } from '../system/mailbox.ts';
import type { Links } from './links.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** So far ahead mails that wait are counted; later ones are beyond every honest rush. */
const AHEAD_MS = 30 * DAY_MS;

/** Bounds on mails to visitors. Past one a mail waits for room; none is dropped for it. */
export const VISITOR_MAILS = {
  /** To one mailbox within 24 hours, those about calls excepted: it may be somebody else's. */
  ofMailbox: 2,
  /**
   * To one mailbox within 24 hours, about all of its calls. Neither a reminder nor a cancellation waits: both have their
   * hour, and each call has few.
   */
  aboutCalls: 6,
  /** In an hour, of one client. */
  ofClient: 30,
  /** In an hour, to everybody, as mail providers have limits. */
  inAnHour: 100,
  /** Of these, for what is not the first of its client, or was held and released: it keeps nobody else waiting. */
  forFurther: 50,
} as const;

/** What a mail that had to wait for room was given beside its own `detail`. */
export interface Waited {
  /** When there is room for it; absent: it did not have to wait. */
  readonly notBefore?: Instant;
}

/** Where a mail to a visitor comes from. */
export interface CausedBy {
  /** A keyed hash of the client; null where it is not known. */
  readonly client: string | null;
  /** 1: its lead was held and released. */
  readonly released: 0 | 1;
}

/** The columns of a new message that say when it may leave, and by what it is counted. */
type Room =
  | {
      readonly address_key: string;
      readonly client_key: string | null;
      readonly detail?: object;
      readonly dueAt?: Instant;
    }
  | { readonly state: 'dropped'; readonly last_error: string };

export interface VisitorMails {
  /** Finds room for the next mail to an address; `dropped` is only what no mail can be sent to. */
  next(email: string, from: CausedBy, detail?: object): Room;
}

/**
 * Reads when mails to these addresses, and to all visitors, are to leave or have left lately.
 * @param of `instant` is the engine's, `now` the server's own clock
 */
export async function visitorMails(
  db: Kysely<Schema>,
  of: {
    readonly instant: RawBuilder<number>;
    readonly now: Instant;
    readonly links: Links;
    readonly emails: readonly string[];
  },
): Promise<VisitorMails> {
  const { now: instant } = await db.selectNoFrom(of.instant.as('now')).executeTakeFirstOrThrow();
  const keyOf = (email: string) => of.links.keyedHash(mailboxKey(email));
  const toMailboxes = new Map<string, number[]>();
  for (const email of of.emails.filter(isMailAddress)) {
    const key = keyOf(email);
    if (!toMailboxes.has(key)) toMailboxes.set(key, await lastTo(db, key));
  }
  const hours = await countedByHour(db, instant);

  /** The first moment from `from` on whose hour has room. */
  function withRoom(from: Instant, { client, released }: CausedBy): number {
    for (let hour = Math.floor(from / HOUR_MS); ; hour += 1) {
      const { all, ofClients } = hours(hour);
      const ofClient = client === null ? undefined : (ofClients.get(client) ?? 0);
      const isFirst = ofClient === 0 && released === 0;
      const most = isFirst ? VISITOR_MAILS.inAnHour : VISITOR_MAILS.forFurther;
      if (all < most && (ofClient ?? 0) < VISITOR_MAILS.ofClient) return Math.max(from, hour * HOUR_MS);
    }
  }

  return {
    next(email, from, detail) {
      if (!isMailAddress(email))
        return { state: 'dropped', last_error: 'L’adresse ne permet pas d’envoyer un e-mail.' };
      const address_key = keyOf(email);
      const before = toMailboxes.get(address_key) ?? [];
      const oldest = before.at(-VISITOR_MAILS.ofMailbox);
      const free = oldest === undefined ? instant : Math.max(instant, oldest + DAY_MS);
      const at = withRoom(free, from);
      toMailboxes.set(address_key, [...before, at]);
      const counted = hours(Math.floor(at / HOUR_MS));
      counted.all += 1;
      if (from.client !== null)
        counted.ofClients.set(from.client, (counted.ofClients.get(from.client) ?? 0) + 1);
      const waited: Waited = { notBefore: at };
      return {
        address_key,
        client_key: from.client,
        ...(detail && { detail }),
        ...(at > instant && { detail: { ...detail, ...waited }, dueAt: of.now + at - instant }),
      };
    },
  };
}

/** When there is room for another mail about a call to its mailbox; of a call that is not stored there is no answer. */
export function roomAboutCalls(bookingId: string): RawBuilder<number> {
  return sql<number>`select told.due_at + ${sql.lit(DAY_MS)} as due_at from messages as told
    join bookings as theirs on theirs.id = told.booking_id
    where theirs.mailbox = (select mailbox from bookings where id = ${bookingId})
    and told.kind = 'visitor-call' and told.state in ('waiting', 'sent')
    order by told.due_at desc limit 1 offset ${sql.lit(VISITOR_MAILS.aboutCalls - 1)}`;
}

// The literal condition of the indexes: both leave out what was never sent.
const LIMITED = sql<boolean>`address_key is not null and state <> 'dropped'`;

/** When the last mails to a mailbox leave or have left, the earliest first; as many as it may have in 24 hours. */
async function lastTo(db: Kysely<Schema>, key: string): Promise<number[]> {
  const rows = await db
    .selectFrom('messages')
    .select('due_at')
    .where(LIMITED)
    .where('address_key', '=', key)
    .orderBy('due_at', 'desc')
    .limit(VISITOR_MAILS.ofMailbox)
    .execute();
  return rows.map(({ due_at }) => due_at).reverse();
}

interface Counted {
  all: number;
  readonly ofClients: Map<string, number>;
}

/** How many mails leave in each hour of the clock, from the present one on. */
async function countedByHour(db: Kysely<Schema>, instant: number): Promise<(hour: number) => Counted> {
  const hours = new Map<number, Counted>();
  const hourOf = (hour: number) => {
    const counted = hours.get(hour) ?? { all: 0, ofClients: new Map() };
    hours.set(hour, counted);
    return counted;
  };
  const first = Math.floor(instant / HOUR_MS) * HOUR_MS;
  const hour = sql<number>`due_at / ${sql.lit(HOUR_MS)}`;
  const rows = await db
    .selectFrom('messages')
    .select((e) => [hour.as('hour'), 'client_key', e.fn.countAll<number>().as('count')])
    .where(LIMITED)
    .where('due_at', '>=', first)
    .where('due_at', '<', first + AHEAD_MS)
    .groupBy([hour, 'client_key'])
    .execute();
  for (const { hour, client_key, count } of rows) {
    const counted = hourOf(hour);
    counted.all += count;
    if (client_key !== null) counted.ofClients.set(client_key, count);
  }
  return hourOf;
}

/** Whether somebody who reads the mailbox has asked for erasure, by the link of a mail that went there; any of its leads. */
export async function hasAskedForErasure(db: Kysely<Schema>, links: Links, email: string): Promise<boolean> {
  const asked = db
    .selectFrom('messages')
    .innerJoin('lead_events', 'lead_events.lead_id', 'messages.lead_id')
    .select('messages.id')
    .where(LIMITED)
    .where('address_key', '=', links.keyedHash(mailboxKey(email)))
    .where('lead_events.kind', '=', 'erasure-requested')
    .limit(1);
  return (await asked.executeTakeFirst()) !== undefined;
}

/** How many a statement forgets: after an outage there may be many. */
const FORGOTTEN_AT_ONCE = 500;

/** Forgets which client caused the mails that have left, an hour after they were due: it counts for nothing any more. */
export async function forgetClients(db: Database, now: Instant): Promise<void> {
  const over = db
    .selectFrom('messages')
    .select('id')
    .where(sql<boolean>`client_key is not null`)
    .where('due_at', '<', sql<number>`${db.engine.instant(now)} - ${HOUR_MS}`)
    .orderBy('due_at')
    .limit(FORGOTTEN_AT_ONCE);
  await db.updateTable('messages').set({ client_key: null }).where('id', 'in', over).execute();
}
