import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { IN_STATE } from '../store/leads/lead-state.ts';
import { outboxState } from '../store/outbox/outbox-state.ts';
import type { AlarmName, AlarmRow } from '../store/schema.ts';
import { mailSummary } from './summary.ts';

const MINUTE_MS = 60_000;
/** A lead that has waited longer for its delivery raises `delivery-late`. */
const LATE_MS = 10 * MINUTE_MS;
/** How many leads at the front of the queue are read, so that a long queue costs no more than a short one. */
const MOST_LOOKED_AT = 2_000;

export const ALARM_NAMES: readonly AlarmName[] = ['delivery-late', 'fallback-strategy', 'mail-down'];

/** How long the condition of each alarm has to hold, without a break, before the alarm is raised. */
export const HOLDS_FOR_MS: Readonly<Record<AlarmName, number>> = {
  'delivery-late': 0,
  'fallback-strategy': 0,
  'mail-down': 60 * MINUTE_MS,
};

/** An alarm that was raised and has not ended. */
export interface StandingAlarm {
  readonly name: AlarmName;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/** The alarms that are raised now, over all servers on this database, the oldest first. */
export function standingAlarms(db: Database): Promise<StandingAlarm[]> {
  return db
    .selectFrom('alarms')
    .select(['name', 'since'])
    .where('raised_at', 'is not', null)
    .where('ended_at', 'is', null)
    .orderBy('since')
    .execute();
}

export interface Conditions {
  /** The engine's time, in milliseconds since the epoch. */
  readonly now: number;
  /** The alarms whose condition is true now. */
  readonly holding: ReadonlySet<AlarmName>;
  /** When a mail server last accepted a mail, in milliseconds since the epoch; 0: never. */
  readonly lastAccepted: number;
}

/**
 * Reads the conditions of all alarms, from the database alone, so that all servers on it decide alike.
 * @param firstStrategy index of the first way to write a record that the settings allow; undefined: nothing is delivered
 * @param now the server's own clock, in milliseconds since the epoch
 */
export async function alarmConditions(
  db: Database,
  firstStrategy: number | undefined,
  now: number,
): Promise<Conditions> {
  const instant = db.engine.instant(now);
  const { now: at, accepted } = await db
    .selectNoFrom((e) => [
      instant.as('now'),
      e
        .selectFrom('messages')
        .select('sent_at')
        .where(sql<boolean>`sent_at is not null and channel = 'mail'`)
        .orderBy('sent_at', 'desc')
        .limit(1)
        .as('accepted'),
    ])
    .executeTakeFirstOrThrow();
  const holding = new Set<AlarmName>();
  if (firstStrategy !== undefined) {
    if (await isLate(db, now, at)) holding.add('delivery-late');
    if (await isFallback(db, firstStrategy)) holding.add('fallback-strategy');
  }
  const lastAccepted = accepted ?? 0;
  // A mail that is still not accepted an hour after it was made, while others are, says nothing about mail as a whole.
  const madeAfter = lastAccepted - HOLDS_FOR_MS['mail-down'];
  if ((await mailSummary(db, { to: 'owner', madeAfter })).stuck > 0) holding.add('mail-down');
  return { now: at, holding, lastAccepted };
}

/** Released leads are delivered after all others and may wait for hours, so their age raises nothing; a stall does. */
async function isLate(db: Database, ownNow: number, now: number): Promise<boolean> {
  const front = db
    .selectFrom('outbox')
    .select('lead_id')
    .where(IN_STATE.sendable)
    .where('released', '=', sql.lit(0))
    .orderBy('due_at')
    .orderBy('lead_id')
    .limit(MOST_LOOKED_AT);
  // The operator who paused the delivery knows that leads wait; after the pause they are given time to leave.
  const { stalled, pausedSince, resumedLately } = await outboxState(db, ownNow);
  if (pausedSince !== null || resumedLately) return false;
  const late = await db
    .selectFrom('leads')
    .select('id')
    .where('id', 'in', front)
    .where('created_at', '<', now - LATE_MS)
    .limit(1)
    .executeTakeFirst();
  return stalled || late !== undefined;
}

/** Whether the newest delivery used another strategy than the first. */
async function isFallback(db: Database, firstStrategy: number): Promise<boolean> {
  const newest = await db
    .selectFrom('outbox')
    .select('strategy')
    .where('delivered_at', 'is not', null)
    .orderBy('delivered_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest !== undefined && newest.strategy > firstStrategy;
}

/**
 * What has to be done about an alarm: `watch` notes since when its condition holds, `forget` drops that note,
 * `raise` and `end` change it and send the messages about it.
 */
export type AlarmStep =
  | { readonly kind: 'watch' | 'raise' | 'end'; readonly spell: number; readonly since: number }
  | { readonly kind: 'forget' }
  | { readonly kind: 'none' };

/**
 * The next step of one alarm. It is raised once its condition has held for `HOLDS_FOR_MS` and ends with the condition;
 * `mail-down` also ends with the first mail that is accepted. Each time from beginning to end is a spell, which the
 * row numbers.
 */
export function nextStep(
  name: AlarmName,
  row: Pick<AlarmRow, 'spell' | 'since' | 'raised_at' | 'ended_at'> | undefined,
  { now, holding, lastAccepted }: Conditions,
): AlarmStep {
  const open = row !== undefined && row.ended_at === null;
  // A start in the future comes from a clock that ran ahead and was corrected: count from now instead.
  const begun = open && row.since <= now ? row.since : undefined;
  const broken = name === 'mail-down' && begun !== undefined && lastAccepted > begun;
  const holds = holding.has(name) && !broken;
  if (open && row.raised_at !== null)
    return holds ? { kind: 'none' } : { kind: 'end', spell: row.spell, since: row.since };
  if (!holds) return open ? { kind: 'forget' } : { kind: 'none' };
  const spell = open ? row.spell : (row?.spell ?? 0) + 1;
  const since = begun ?? now;
  const long = now - since >= HOLDS_FOR_MS[name];
  if (long) return { kind: 'raise', spell, since };
  return begun === undefined ? { kind: 'watch', spell, since } : { kind: 'none' };
}
