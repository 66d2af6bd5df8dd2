import { sql } from 'kysely';
import type { AlarmName } from '#content/alarms.ts';
import type { Instant } from '#domain/instant.ts';
import { saysNothingOfFields } from '../destinations/airtable/errors.ts';
import type { Rejection } from '../destinations/destination.ts';
import { outboxState } from '../outbox/outbox-state.ts';
import type { Database, LostDatabase } from '../store/database.ts';
import { IN_STATE } from '../store/leads/lead-state.ts';
import { isOffsiteOverdue, NEVER, offsiteNotes } from '../store/offsite.ts';
import { frenchTime } from '../system/french-time.ts';
import { isOfSender } from './refusal.ts';
import { mailSummary, stuckMails } from './summary.ts';

const MINUTE_MS = 60_000;
/** A lead that has waited longer for its delivery raises `delivery-late`. */
const LATE_MS = 10 * MINUTE_MS;
/** How many leads at the front of the queue are read, so that a long queue costs no more than a short one. */
const MOST_LOOKED_AT = 2_000;
/** How many refusals of mails are read. */
const MOST_REFUSALS = 100;
const MAIL_DOWN_MS = 60 * MINUTE_MS;

/** What the conditions of all alarms are read from. */
export interface Look {
  readonly db: Database;
  /** Index of the first way to write a record that the settings allow; undefined: nothing is delivered. */
  readonly firstStrategy: number | undefined;
  /** The server's own clock. */
  readonly ownNow: number;
  /** The engine's time. */
  readonly now: Instant;
  /** When a mail server last accepted a mail; 0: never. */
  readonly lastAccepted: number;
  /** Whether the alarm is raised. */
  readonly isRaised: boolean;
}

interface AlarmKind {
  /** Milliseconds for which the condition must have been true at every check before the alarm is raised. */
  readonly holdsForMs: number;
  /** Whether a mail that is accepted ends it, whatever the condition says. */
  readonly endsWithMail?: true;
  readonly isTrue: (look: Look) => Promise<boolean>;
  /**
   * Why the condition holds, in the words of whoever refused; undefined where nothing was said. May repeat what a lead
   * or a mail holds: for the owner, never for the log.
   */
  readonly cause: (db: Database) => Promise<string | undefined>;
}

/** Condition and cause of each alarm. What the owner reads of it is in content/alarms.ts. */
export const ALARM_KINDS: Readonly<Record<AlarmName, AlarmKind>> = {
  'delivery-late': {
    holdsForMs: 0,
    isTrue: async (look) => look.firstStrategy !== undefined && isLate(look),
    async cause(db) {
      const first = await front(db).select('last_error').limit(1).executeTakeFirst();
      return first?.last_error ?? undefined;
    },
  },
  'fallback-strategy': {
    holdsForMs: 0,
    async isTrue({ db, firstStrategy }) {
      if (firstStrategy === undefined) return false;
      const newest = await newestDelivery(db);
      return newest !== undefined && newest.strategy > firstStrategy && !saysOnlyToken(newest.rejections);
    },
    async cause(db) {
      const [first] = rejectionsIn((await newestDelivery(db))?.rejections);
      return first?.message;
    },
  },
  'mail-down': {
    holdsForMs: MAIL_DOWN_MS,
    endsWithMail: true,
    // A mail that is still not accepted an hour after it was made, while others are, says nothing about mail as a whole.
    isTrue: async ({ db, lastAccepted }) =>
      (await mailSummary(db, { to: 'owner', madeAfter: lastAccepted - MAIL_DOWN_MS })).stuck > 0,
    cause: async (db) => (await mailSummary(db, { to: 'owner' })).reason,
  },
  'mail-refused': {
    holdsForMs: 0,
    isTrue: async ({ db }) => (await refusedForSender(db)) !== undefined,
    cause: refusedForSender,
  },
  'offsite-copy': {
    holdsForMs: 0,
    isTrue: async ({ db, now }) => isOffsiteOverdue(await offsiteNotes(db), now),
    async cause(db) {
      const notes = await offsiteNotes(db);
      const copied = notes.get('offsite-copied');
      const rehearsed = notes.get('offsite-rehearsed');
      return [
        copied === undefined ? [] : `dernière copie\u202f: ${frenchTime(copied)}`,
        rehearsed === undefined
          ? []
          : rehearsed === NEVER
            ? 'le dernier essai de restauration a échoué'
            : `dernier essai de restauration\u202f: ${frenchTime(rehearsed)}`,
      ]
        .flat()
        .join('\u202f; ');
    },
  },
  'erasure-refused': {
    holdsForMs: 0,
    isTrue: async ({ db }) => (await refusedErasure(db)) !== undefined,
    cause: async (db) => (await refusedErasure(db))?.last_error ?? undefined,
  },
  // Told past the database, which can no longer hold it (lost-database.ts).
  'database-lost': {
    holdsForMs: 0,
    isTrue: async ({ db }) => (await db.engine.files?.lost()) !== undefined,
    async cause(db) {
      const lost = await db.engine.files?.lost();
      return lost && wordsOf(lost);
    },
  },
};

/** What the mail server has said of the sender to one of the newest mails that it refused and that wait. */
async function refusedForSender(db: Database): Promise<string | undefined> {
  const stuck = await stuckMails(db)
    .select('last_error')
    .orderBy('created_at', 'desc')
    .limit(MOST_REFUSALS)
    .execute();
  return stuck.map(({ last_error }) => last_error ?? '').find(isOfSender);
}

/** What has become of the files, and where all that could be read of them is now, for the operator. */
export function wordsOf({ what, rescued }: LostDatabase): string {
  const copy = rescued === undefined ? '' : ` Tout ce qui était encore lisible est copié dans ${rescued}.`;
  return `${what}.${copy}`;
}

/** The first deletion that is owed and that the provider refuses. */
function refusedErasure(db: Database) {
  return db
    .selectFrom('erased_records')
    .select('last_error')
    .where('state', '=', sql.lit('owed' as const))
    .where('refused_at', 'is not', null)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
}

/** Released leads are delivered after all others and may wait for hours, so their age raises nothing; a stall does. */
async function isLate({ db, ownNow, now, isRaised }: Look): Promise<boolean> {
  const { stalled, pausedSince, resumedLately } = await outboxState(db, ownNow);
  // A pause is the operator's own: it raises nothing, and ends nothing, as no lead arrives meanwhile.
  if (pausedSince !== null) return isRaised;
  // After it what waits is given time to leave.
  if (resumedLately && !isRaised) return false;
  const late = await db
    .selectFrom('leads')
    .select('id')
    .where('id', 'in', front(db).select('lead_id').limit(MOST_LOOKED_AT))
    .where('created_at', '<', now - LATE_MS)
    .limit(1)
    .executeTakeFirst();
  return stalled || late !== undefined;
}

/** What is delivered next, the first first. */
function front(db: Database) {
  return db
    .selectFrom('outbox')
    .where(IN_STATE.sendable)
    .where('released', '=', sql.lit(0))
    .orderBy('due_at')
    .orderBy('lead_id');
}

function rejectionsIn(stored: string | null | undefined): readonly Rejection[] {
  return JSON.parse(stored ?? '[]') as Rejection[];
}

/**
 * Whether the first ways were refused for reasons that say nothing of fields: a token that was mended in the middle of a
 * pass, after which the lead was sent whole.
 */
function saysOnlyToken(stored: string | null): boolean {
  const rejections = rejectionsIn(stored);
  return rejections.length > 0 && rejections.every(saysNothingOfFields);
}

function newestDelivery(db: Database) {
  return db
    .selectFrom('outbox')
    .select(['strategy', 'rejections'])
    .where('delivered_at', 'is not', null)
    .orderBy('delivered_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}
