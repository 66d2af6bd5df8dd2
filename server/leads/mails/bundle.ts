import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import { mails } from '#content/mails.ts';
import type { Instant } from '#domain/instant.ts';
import { idAfter, mailId } from '../../messages/ids.ts';
import type { Mail, MailKind, MailName, WriteDeps } from '../../messages/mail/mail-kind.ts';
import { WAITING, waitingOn } from '../../messages/message-queue.ts';
import { messagesQuery, type ServerMailDeps } from '../../messages/new-message.ts';
import { unleased } from '../../queue/queue.ts';
import type { Database } from '../../store/database.ts';
import type { MessageKind, MessageRow, Schema } from '../../store/schema.ts';

/**
 * Mails to the owner about leads, and about changes of calls: of either, from the tenth in an hour on they are told
 * together, in an `owner-bundle`. A rush of leads takes no place of a call's mail, since a calendar adds by itself only
 * an invitation that comes alone (RFC 6047).
 */
const GROUPS: readonly (readonly MessageKind[])[] = [
  ['owner-lead', 'owner-reminder', 'owner-audit'],
  ['owner-call'],
];
/** So many of a group go out by themselves within an hour. */
export const SINGLY = 9;
const HOUR_MS = 60 * 60_000;
/** A mail of reminders tells those that would follow so soon after it too. */
const SOON_MS = HOUR_MS;
/** But none so soon after the mail before it. */
const SINCE_LAST_MS = 15 * 60_000;
/** How long a bundle gathers; a full one leaves at once. */
export const GATHER_MS = 5 * 60_000;
/** Few enough to be written at once beside visitors' requests. */
export const MOST_IN_ONE = 50;
/** Of the mails that are due next, in which the reminders that may go together are looked for. */
const MOST_LOOKED_AT = 200;
/** Why a mail that is told with others does not leave by itself. */
const TOLD_TOGETHER = 'Annoncé avec d’autres, dans un seul e-mail.';

/** Of the mails that are told together, those that may leave by themselves; all others a claim passes over. */
export interface Admitted {
  readonly kinds: readonly MessageKind[];
  readonly ids: readonly string[];
}

/**
 * Puts the owner's due mails that are beyond nine of their group in an hour into bundles, and reminders wherever there are
 * two. One that may have arrived already
 * goes by itself, under its own Message-ID. A bundle gathers until its first attempt: what it tells never changes after. One of
 * reminders alone leaves at once.
 * @param now the server's own clock
 */
export async function bundleOwnerMails(
  { db, sender }: Pick<ServerMailDeps, 'db' | 'sender'>,
  now: Instant,
): Promise<Admitted> {
  const ids: string[] = [];
  for (const kinds of GROUPS) {
    let room = await roomLeft(db, kinds, now);
    for (const released of [0, 1] as const) {
      let left: Left;
      do {
        left = await gather(db, { kinds, now, sender, released, room });
      } while (left.more);
      ids.push(...left.admitted);
      room = Math.max(0, room - left.admitted.length);
    }
  }
  return { kinds: GROUPS.flat(), ids };
}

/** How many more may leave by themselves: nine, less those of the last hour and those that are just leaving. */
async function roomLeft(db: Database, kinds: readonly MessageKind[], now: Instant): Promise<number> {
  const instant = db.engine.instant(now);
  const ofThese = () => db.selectFrom('messages').select('id').where('kind', 'in', kinds).limit(SINGLY);
  const told = ofThese()
    .where(sql<boolean>`recipient = 'owner' and sent_at is not null`)
    .where('sent_at', '>', sql<number>`${instant} - ${HOUR_MS}`);
  const leaving = ofThese()
    .where('lease_owner', 'is not', null)
    .where('channel', '=', 'mail')
    .where('lease_until', '>', instant);
  // Each once: one may be leaving and told.
  const taken = await db
    .selectFrom(told.as('told'))
    .select('id')
    .union(db.selectFrom(leaving.as('leaving')).select('id'))
    .execute();
  return Math.max(0, SINGLY - taken.length);
}

interface Gathering {
  readonly kinds: readonly MessageKind[];
  readonly now: Instant;
  readonly sender: string;
  readonly released: 0 | 1;
  readonly room: number;
}

interface Left {
  readonly admitted: readonly string[];
  /** Whether more may be due than was looked at. */
  readonly more: boolean;
}

async function gather(db: Database, { kinds, now, sender, released, room }: Gathering): Promise<Left> {
  const instant = db.engine.instant(now);
  const due = await db
    .selectFrom('messages')
    .select(['id', 'kind', 'unknown_outcome'])
    .where(waitingOn('mail', released))
    .where('kind', 'in', kinds)
    .where('due_at', '<=', instant)
    .where(unleased(instant))
    .orderBy('due_at')
    .orderBy('id')
    .limit(SINGLY + MOST_IN_ONE)
    .execute();
  const again = due.filter(({ unknown_outcome }) => unknown_outcome === 1);
  const fresh = due.filter(({ unknown_outcome }) => unknown_outcome === 0);
  const alone = Math.max(0, room - again.length);
  const reminders = fresh.some(isReminder) ? await remindersSoon(db, now, released) : [];
  const single = reminders.length > 1 ? fresh.filter((one) => !isReminder(one)) : fresh;
  const admitted = [...again, ...single.slice(0, alone)].map(({ id }) => id);
  const crowd = single.slice(alone).map(({ id }) => id);
  const together = reminders.length > 1 ? [...crowd, ...reminders] : crowd;
  const [first] = together;
  if (first === undefined) return { admitted, more: false };

  const open = await openBundle(db, released);
  const id = open?.id ?? mailId(idAfter(first, 'bundle'), sender);
  const members = together.slice(0, MOST_IN_ONE - (open?.members ?? 0));
  const isFull = members.length + (open?.members ?? 0) >= MOST_IN_ONE;
  const dueAt = crowd.length > 0 ? now + GATHER_MS : now;
  await db.atomically([
    ...(open === undefined
      ? [messagesQuery(db, now, [{ id, kind: 'owner-bundle', lead_id: null, released, dueAt }])]
      : []),
    db
      .updateTable('messages')
      .set({ state: 'dropped', last_error: TOLD_TOGETHER, bundle_id: id })
      .where('id', 'in', members)
      .where(WAITING)
      .where(unleased(instant))
      .where((e) => e.exists(untouched(db, id).select('id')))
      .compile(),
    ...(isFull
      ? [
          db
            .updateTable('messages')
            .set({ due_at: instant as RawBuilder<MessageRow['due_at']> })
            .where('id', 'in', untouched(db, id).select('id'))
            .compile(),
        ]
      : []),
  ]);
  return { admitted, more: due.length === SINGLY + MOST_IN_ONE || members.length < together.length };
}

const isReminder = ({ kind }: { readonly kind: MessageKind }) => kind === 'owner-reminder';

/**
 * The reminders that are due, and those that would be soon, the longest due first. Only the mails that are due first are
 * looked at: of a long queue each row would be read, on the thread that answers visitors, and for long where no cache has it.
 */
async function remindersSoon(db: Database, now: Instant, released: 0 | 1): Promise<string[]> {
  const instant = db.engine.instant(now);
  const first = db
    .selectFrom('messages')
    .select(['id', 'kind', 'unknown_outcome', 'due_at', 'created_at', 'lease_until'])
    .where(waitingOn('mail', released))
    .where('due_at', '<=', sql<number>`${instant} + ${SOON_MS}`)
    .orderBy('due_at')
    .limit(MOST_LOOKED_AT);
  const rows = await db
    .selectFrom(first.as('first'))
    .select('id')
    .where('kind', '=', 'owner-reminder')
    .where('unknown_outcome', '=', 0)
    .where((e) =>
      e.or([e('due_at', '<=', instant), e('created_at', '<=', sql<number>`${instant} - ${SINCE_LAST_MS}`)]),
    )
    .where(unleased(instant))
    .orderBy('due_at')
    .orderBy('id')
    .limit(MOST_IN_ONE)
    .execute();
  return rows.map(({ id }) => id);
}

/** A bundle that no attempt has been made of. */
function untouched(db: Kysely<Schema>, id: string) {
  return db
    .selectFrom('messages as bundle')
    .where('bundle.id', '=', id)
    .where(sql<boolean>`bundle.state = 'waiting' and bundle.attempts = 0 and bundle.lease_owner is null`);
}

/** The bundle that still gathers. */
async function openBundle(db: Database, released: 0 | 1) {
  const open = await db
    .selectFrom('messages')
    .select('id')
    .where(sql<boolean>`kind = 'owner-bundle' and state = 'waiting'`)
    .where(sql<boolean>`attempts = 0 and lease_owner is null`)
    .where('released', '=', released)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (open === undefined) return undefined;
  const { count } = await db
    .selectFrom('messages')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('bundle_id', '=', open.id)
    .executeTakeFirstOrThrow();
  return count < MOST_IN_ONE ? { id: open.id, members: count } : undefined;
}

/** The mails that a bundle tells, the longest due first. */
async function membersOf(db: Kysely<Schema>, bundleId: string) {
  return db
    .selectFrom('messages')
    .select(['id', 'kind', 'recipient', 'lead_id', 'detail', 'created_at', 'attempts', 'released'])
    .where('bundle_id', '=', bundleId)
    .orderBy('due_at')
    .orderBy('id')
    .execute();
}

/** Writes the one mail that tells the owner what several would have: each with its own words and links. */
export const writeBundle: MailKind['write'] = async (deps, { id }) => {
  const told: { readonly kind: MailName; readonly mail: Mail }[] = [];
  const left: CompiledQuery[] = [];
  for (const member of await membersOf(deps.db, id)) {
    const kind = member.kind as MailName;
    const mail = await deps.kinds[kind].write(deps, member);
    if ('dropped' in mail) left.push(leftOut(deps, member.id, mail.dropped));
    else told.push({ kind, mail });
  }
  const [first, ...others] = told;
  if (first === undefined) return { dropped: 'Plus rien de ce qu’il annonçait n’est à dire.' };
  const following = [...left, ...told.flatMap(({ mail }) => mail.following ?? [])];
  if (others.length === 0) return { ...first.mail, following };
  const invitations = told.flatMap(({ mail: { invitation } }) => (invitation ? [invitation] : []));
  const blocks = told.flatMap(({ mail: { body } }) => [{ heading: body.subject }, ...body.blocks]);
  if (told.every(({ kind }) => kind === 'owner-reminder')) {
    const { subject, title, text } = mails.reminder.several;
    return { body: { subject: subject(told.length), title, blocks: [text, ...blocks] }, following };
  }
  const { subject, title, text, attached, counted } = mails.bundle;
  const kinds = Map.groupBy(told, ({ kind }) => kind);
  const counts = Object.entries(counted).flatMap(([kind, words]) => {
    const count = kinds.get(kind as keyof typeof counted)?.length ?? 0;
    return count === 0 ? [] : [words(count)];
  });
  const begin = invitations.length === 0 ? [text] : [text, attached];
  const body = { subject: subject(counts.join(', ')), title, blocks: [...begin, ...blocks] };
  return { body, following, invitations };
};

/** What it did not tell after all was no reminder. */
function leftOut({ db }: WriteDeps, id: string, why: string): CompiledQuery {
  return db.updateTable('messages').set({ bundle_id: null, last_error: why }).where('id', '=', id).compile();
}
