import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { IN_STATE } from '../store/leads/lead-state.ts';
import { outboxState } from '../store/outbox/outbox-state.ts';
import type { AlarmName, AlarmRow } from '../store/schema.ts';
import { mailSummary } from './summary.ts';

const MINUTE_MS = 60_000;
/** No lead waits longer before somebody hears of it. */
const LATE_MS = 10 * MINUTE_MS;
/** Of the queue's front, as many as are looked at. */
const MOST_LOOKED_AT = 2_000;

export const ALARM_NAMES: readonly AlarmName[] = ['delivery-late', 'fallback-strategy', 'mail-down'];

/** How long each has to hold before anybody is told. */
export const HOLDS_FOR_MS: Readonly<Record<AlarmName, number>> = {
  'delivery-late': 0,
  'fallback-strategy': 0,
  'mail-down': 60 * MINUTE_MS,
};

/** A spell of an alarm that somebody was told of and that is not over. */
export interface StandingAlarm {
  readonly name: AlarmName;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/** The alarms that stand now, over all servers on this database. */
export async function standingAlarms(db: Database): Promise<StandingAlarm[]> {
  const rows = await db
    .selectFrom('alarms')
    .select(['name', 'since'])
    .where('raised_at', 'is not', null)
    .where('ended_at', 'is', null)
    .orderBy('since')
    .execute();
  return rows.map(({ name, since }) => ({ name, since: Number(since) }));
}

export interface Conditions {
  /** By the clock of the database. */
  readonly now: number;
  /** Which of them hold. */
  readonly holding: ReadonlySet<AlarmName>;
  /** When a server last took a mail; 0: never. */
  readonly lastAccepted: number;
}

/**
 * What alarms are about, out of the database alone, so that several servers see the same.
 * @param firstStrategy index of the first way to write a record that the settings allow; undefined: nothing is delivered
 * @param now the server's own clock, in milliseconds since the epoch
 */
export async function alarmConditions(
  db: Database,
  firstStrategy: number | undefined,
  now: number,
): Promise<Conditions> {
  const instant = db.engine.instant(now);
  const row = await db
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
    if (await isLate(db, now, Number(row.now))) holding.add('delivery-late');
    if (await isFallback(db, firstStrategy)) holding.add('fallback-strategy');
  }
  if ((await mailSummary(db, { to: 'owner' })).stuck > 0) holding.add('mail-down');
  return { now: Number(row.now), holding, lastAccepted: Number(row.accepted ?? 0) };
}

/** Those that an operator released come last by design, a crowd of them for hours: they count when nothing moves. */
async function isLate(db: Database, ownNow: number, now: number): Promise<boolean> {
  const front = db
    .selectFrom('outbox')
    .select('lead_id')
    .where(IN_STATE.sendable)
    .where('released', '=', sql.lit(0))
    .orderBy('due_at')
    .orderBy('lead_id')
    .limit(MOST_LOOKED_AT);
  // Whoever paused the delivery knows that leads wait.
  const { stalled, pausedSince } = await outboxState(db, ownNow);
  if (pausedSince !== null) return false;
  const late = await db
    .selectFrom('leads')
    .select('id')
    .where('id', 'in', front)
    .where('created_at', '<', now - LATE_MS)
    .limit(1)
    .executeTakeFirst();
  return stalled || late !== undefined;
}

/** The newest delivery tells: by the first strategy, or by one behind it. */
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

/** What has to be done about an alarm. */
export type AlarmStep =
  | { readonly kind: 'watch' | 'raise' | 'end'; readonly spell: number; readonly since: number }
  | { readonly kind: 'forget' }
  | { readonly kind: 'none' };

/**
 * The next step of one alarm. A spell begins when its condition holds, is told once it has held for long enough, and
 * ends with the condition, or, where mails are concerned, with the first that is accepted.
 */
export function nextStep(
  name: AlarmName,
  row: Pick<AlarmRow, 'spell' | 'since' | 'raised_at' | 'ended_at'> | undefined,
  { now, holding, lastAccepted }: Conditions,
): AlarmStep {
  const open = row !== undefined && row.ended_at === null;
  // A clock that ran ahead when the spell began says nothing about how long it has lasted.
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
