import { sql } from 'kysely';
import { ALARM_NAMES, type AlarmName } from '#content/alarms.ts';
import type { Instant } from '#domain/instant.ts';
import type { Database } from '../store/database.ts';
import type { AlarmRow } from '../store/schema.ts';
import { ALARM_KINDS } from './alarm-kinds.ts';

/** An alarm that was raised and has not ended. */
export interface StandingAlarm {
  readonly name: AlarmName;
  readonly since: Instant;
}

/** The alarms that are raised now, over all servers on this database, the oldest first. */
export async function standingAlarms(db: Database): Promise<StandingAlarm[]> {
  const lost = await db.engine.files?.lost();
  const stored = await db
    .selectFrom('alarms')
    .select(['name', 'since'])
    .where('raised_at', 'is not', null)
    .where('ended_at', 'is', null)
    .orderBy('since')
    .execute();
  return lost === undefined ? stored : [...stored, { name: 'database-lost', since: lost.since }];
}

export interface Conditions {
  /** The engine's time. */
  readonly now: Instant;
  /** The alarms whose condition is true now. */
  readonly holding: ReadonlySet<AlarmName>;
  /** When a mail server last accepted a mail; 0: never. */
  readonly lastAccepted: Instant;
}

/**
 * Reads the conditions of all alarms, from the database alone, so that all servers on it decide alike.
 * @param firstStrategy index of the first way to write a record that the settings allow; undefined: nothing is delivered
 * @param now the server's own clock
 */
export async function alarmConditions(
  db: Database,
  firstStrategy: number | undefined,
  now: Instant,
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
  const lastAccepted = accepted ?? 0;
  const raised = new Set((await standingAlarms(db)).map(({ name }) => name));
  const holding = new Set<AlarmName>();
  for (const name of ALARM_NAMES) {
    const look = { db, firstStrategy, ownNow: now, now: at, lastAccepted, isRaised: raised.has(name) };
    if (await ALARM_KINDS[name].isTrue(look)) holding.add(name);
  }
  return { now: at, holding, lastAccepted };
}

/**
 * What has to be done about an alarm: `watch` notes since when its condition holds, `forget` drops that note,
 * `raise` and `end` change it and send the messages about it.
 */
export type AlarmStep =
  | { readonly kind: 'watch' | 'raise' | 'end'; readonly spell: number; readonly since: Instant }
  | { readonly kind: 'forget' }
  | { readonly kind: 'none' };

/**
 * The next step of one alarm. It is raised once its condition has held for `holdsForMs` and ends with the condition, or
 * with the first mail that is accepted. Each time from beginning to end is a spell, which the row numbers.
 */
export function nextAlarmStep(
  name: AlarmName,
  row: Pick<AlarmRow, 'spell' | 'since' | 'raised_at' | 'ended_at'> | undefined,
  { now, holding, lastAccepted }: Conditions,
): AlarmStep {
  const open = row !== undefined && row.ended_at === null;
  // A start in the future comes from a clock that ran ahead and was corrected: count from now instead.
  const begun = open && row.since <= now ? row.since : undefined;
  const { holdsForMs, endsWithMail } = ALARM_KINDS[name];
  const broken = endsWithMail && begun !== undefined && lastAccepted > begun;
  const holds = holding.has(name) && !broken;
  if (open && row.raised_at !== null)
    return holds ? { kind: 'none' } : { kind: 'end', spell: row.spell, since: row.since };
  if (!holds) return open ? { kind: 'forget' } : { kind: 'none' };
  const spell = open ? row.spell : (row?.spell ?? 0) + 1;
  const since = begun ?? now;
  const long = now - since >= holdsForMs;
  if (long) return { kind: 'raise', spell, since };
  return begun === undefined ? { kind: 'watch', spell, since } : { kind: 'none' };
}
