import { type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import type { RecordEraser } from '../../destinations/airtable/erase-records.ts';
import { saysNothingOfFields } from '../../destinations/airtable/errors.ts';
import type { Rejected, Transient } from '../../destinations/destination.ts';
import { OUTBOX } from '../../outbox/outbox-queue.ts';
import { unknownSameEmail } from '../../outbox/same-email.ts';
import { takenRecords } from '../../outbox/taken-records.ts';
import { retryDelay, slowDelay } from '../../queue/backoff.ts';
import { nextDue } from '../../queue/due.ts';
import { deliveryPausedSince } from '../../store/conditions.ts';
import type { Database } from '../../store/database.ts';
import type { ErasedSearchesTable } from '../../store/tables/erasures.ts';
import type { Clock } from '../../system/clock.ts';

/** The provider deletes at most so many records in one request. */
const AT_ONCE = 10;
/** What is being tried is due again after this, should the process die meanwhile; done twice it does no harm. */
const CLAIMED_MS = 30_000;
/** Until the next search while a lead of the same address is being sent: its record would be taken for the erased one's. */
const STAND_BACK_MS = 15_000;

export interface ProviderErasure {
  readonly db: Database;
  readonly records: RecordEraser;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

type Failure = Rejected | Transient;
type Owed = 'erased_records' | 'erased_searches';
const KEY = { erased_records: 'remote_id', erased_searches: 'id' } as const;

/**
 * Does the next piece of what erasures leave to do at the provider, behind every lead that is due: deletes up to ten
 * records, or searches for those of one lead whose delivery was under way.
 * @returns whether there may be more to do now
 */
export async function eraseAtProvider(deps: ProviderErasure, signal: AbortSignal): Promise<boolean> {
  const { db, clock } = deps;
  if ((await deliveryPausedSince(db)) !== undefined) return false;
  const dueIn = await nextDue(db, OUTBOX, clock.now());
  if (dueIn !== undefined && dueIn <= 0) return false;
  const records = await claimRecords(deps);
  if (records.length > 0) {
    await removeRecords(deps, records, signal);
    return true;
  }
  const sought = await claimSearch(deps);
  if (sought === undefined) return false;
  await search(deps, sought, signal);
  return true;
}

interface ClaimedRecord {
  readonly remote_id: string;
  readonly attempts: number;
  readonly refused_for: number | null;
}

async function claimRecords({ db, clock }: ProviderErasure): Promise<ClaimedRecord[]> {
  const instant = db.engine.instant(clock.now());
  const due = db
    .selectFrom('erased_records')
    .select('remote_id')
    .where('state', '=', sql.lit('owed' as const))
    .where('due_at', '<=', instant)
    .orderBy('due_at')
    .orderBy('remote_id')
    .limit(AT_ONCE);
  return (
    db
      .updateTable('erased_records')
      .set({ due_at: sql<number>`${instant} + ${CLAIMED_MS}`, attempts: sql`attempts + 1` })
      .where('remote_id', 'in', due)
      // Of the row as it is written: a command may have claimed it meanwhile.
      .where('due_at', '<=', instant)
      .returning(['remote_id', 'attempts', sql<number | null>`${instant} - refused_at`.as('refused_for')])
      .execute()
  );
}

/**
 * One request for all; what the provider refuses as a whole is tried one by one, until it refuses one for a reason that
 * concerns them all.
 * @returns why it refuses them all
 */
async function removeRecords(
  deps: ProviderErasure,
  records: readonly ClaimedRecord[],
  signal: AbortSignal,
): Promise<Rejected | undefined> {
  const ids = records.map(({ remote_id }) => remote_id);
  const reply = await deps.records.remove(ids, signal);
  if (reply.kind === 'answered') {
    await deps.db
      .updateTable('erased_records')
      .set({
        state: reply.answer,
        ended_at: deps.db.engine.instant(deps.clock.now()),
        ...{ due_at: null, refused_at: null, last_error: null },
      })
      .where('remote_id', 'in', ids)
      .execute();
    deps.log.info({ remoteIds: ids }, REMOVED[reply.answer]);
  } else if (reply.kind === 'rejected' && records.length > 1) {
    let refused: Rejected | undefined;
    for (const record of records) {
      if (refused === undefined) refused = await removeRecords(deps, [record], signal);
      else await postpone(deps, 'erased_records', record.remote_id, record, refused);
    }
  } else {
    for (const record of records) await postpone(deps, 'erased_records', record.remote_id, record, reply);
    if (reply.kind === 'rejected' && saysNothingOfFields(reply.rejection)) return reply;
  }
  return undefined;
}

type Searched = Omit<ErasedSearchesTable, 'attempts'> & {
  readonly attempts: number;
  readonly refused_for: number | null;
};

async function claimSearch({ db, clock }: ProviderErasure): Promise<Searched | undefined> {
  const instant = db.engine.instant(clock.now());
  const due = db
    .selectFrom('erased_searches')
    .select('id')
    .where('due_at', '<=', instant)
    .orderBy('due_at')
    .orderBy('id')
    .limit(1);
  const row = await db
    .updateTable('erased_searches')
    .set({ due_at: sql<number>`${instant} + ${CLAIMED_MS}`, attempts: sql`attempts + 1` })
    .where('id', 'in', due)
    .where('due_at', '<=', instant)
    .returningAll()
    .returning(sql<number | null>`${instant} - refused_at`.as('refused_for'))
    .executeTakeFirst();
  return row as Searched | undefined;
}

async function search(deps: ProviderErasure, row: Searched, signal: AbortSignal): Promise<void> {
  const { db, clock } = deps;
  const forget = db.deleteFrom('erased_searches').where('id', '=', row.id);
  const sought = { email: row.email, userId: row.user_id, url: row.url };
  const reply = (await isBeingSent(db, row.email)) || (await deps.records.find(sought, signal));
  if (reply !== true && reply.kind !== 'answered')
    return postpone(deps, 'erased_searches', row.id, row, reply);
  // Looked at before the records that are taken: what is sent no more is then among them.
  if (reply === true || (await isBeingSent(db, row.email))) {
    await db
      .updateTable('erased_searches')
      .set({ due_at: sql<number>`${db.engine.instant(clock.now())} + ${STAND_BACK_MS}` })
      .where('id', '=', row.id)
      .execute();
    return;
  }
  const { own, others } = reply.answer;
  const taken = await takenRecords(db, [...own, ...others]);
  const found = own.filter((id) => !taken.has(id));
  const undecided = others.filter((id) => !taken.has(id));
  const due_at = db.engine.instant(clock.now());
  const owe = db
    .insertInto('erased_records')
    .values(found.map((remote_id) => ({ remote_id, state: 'owed', erased_at: row.erased_at, due_at })))
    .onConflict((conflict) => conflict.column('remote_id').doNothing());
  const name = db
    .insertInto('undecided_records')
    .values(undecided.map((remote_id) => ({ remote_id, erased_at: row.erased_at })))
    .onConflict((conflict) => conflict.column('remote_id').doNothing());
  await db.atomically([
    ...(found.length > 0 ? [owe.compile()] : []),
    ...(undecided.length > 0 ? [name.compile()] : []),
    forget.compile(),
  ]);
}

/** Whether a lead with that address, its own or as it was sent, may just be becoming a record. */
async function isBeingSent(db: Database, email: string): Promise<boolean> {
  return (await unknownSameEmail(db, [email], [])).length > 0;
}

/** Notes why it did not work, and when it is tried again; a refusal is logged once. */
async function postpone(
  { db, clock, random, log }: ProviderErasure,
  table: Owed,
  key: string,
  { attempts, refused_for }: Pick<ClaimedRecord, 'attempts' | 'refused_for'>,
  failure: Failure,
): Promise<void> {
  const isRefused = failure.kind === 'rejected';
  const instant = db.engine.instant(clock.now());
  const retryInMs = isRefused ? slowDelay(refused_for ?? 0, random()) : retryDelay(attempts, random());
  const message = isRefused
    ? `HTTP ${failure.rejection.status}: ${failure.rejection.message}`
    : failure.message;
  const refusedAt: RawBuilder<number | null> = isRefused
    ? sql`coalesce(refused_at, ${instant})`
    : sql`refused_at`;
  const saysSo = isRefused && refused_for === null && !(await isRefusedAlready(db));
  await db
    .updateTable(table)
    .set({ due_at: sql<number>`${instant} + ${retryInMs}`, last_error: message, refused_at: refusedAt })
    .where(sql.ref(KEY[table]), '=', key)
    .execute();
  if (saysSo)
    log.error(
      { [table === 'erased_records' ? 'remoteId' : 'leadId']: key, status: failure.rejection.status },
      REFUSED,
    );
}

/** Whether it has been said that deletions are refused. */
async function isRefusedAlready(db: Database): Promise<boolean> {
  const refused = await db
    .selectFrom('erased_records')
    .select('remote_id')
    .where('state', '=', sql.lit('owed' as const))
    .where('refused_at', 'is not', null)
    .limit(1)
    .execute();
  return refused.length > 0;
}

const REMOVED = {
  deleted: 'Fiches de contacts effacés supprimées d’Airtable.',
  gone: 'La fiche d’un contact effacé n’était plus dans Airtable.',
} as const;
const REFUSED =
  'Airtable refuse de supprimer la fiche d’un contact effacé. La suppression reste due et sera réessayée. ' +
  'Vérifiez que le jeton a les droits data.records:write et data.records:read, et que son compte peut modifier la base.';
