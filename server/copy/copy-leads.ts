import type { Insertable, Kysely, Selectable, Transaction } from 'kysely';
import { sameContent } from '#domain/lead.ts';
import { originColumns } from '../fields/origin-fields.ts';
import { type JoinedRow, leadsWithOutbox } from '../leads/operator/operator-lead.ts';
import { addMissing } from '../store/add-missing.ts';
import { columnsIn, toLead } from '../store/leads/lead-row.ts';
import { asReceived } from '../store/leads/lead-store.ts';
import { OFFSITE_NOTES } from '../store/offsite.ts';
import type { OutboxRow, Schema } from '../store/schema.ts';

/** Rows in one transaction of the target: what a kill in the middle costs to do again. */
const BATCH = 500;

export interface CopyReport {
  /** Leads of the source. */
  read: number;
  added: number;
  /** The target had them already, with the same content. */
  present: number;
  /** Of those present: the source knew of an attempt or a delivery that the target did not. */
  caughtUp: number;
}

/** Why a lead of the source is not as it should be in the target. */
export type Disagreement = 'absent' | 'content' | 'delivery';

/**
 * Copies every lead with its outbox row, its events and the messages about it, every booking and audit, and what is
 * known beside them, leases excepted. What stands in the target already is not overwritten. Only the knowledge that a
 * lead was or may have been delivered, or that it was told of, is added to it: without that the lead would go out, or
 * be told of, twice. Done again, after a crash for instance, it goes on where it was. Nobody may write to the source
 * meanwhile.
 */
export async function copyLeads(source: Kysely<Schema>, target: Kysely<Schema>): Promise<CopyReport> {
  const report: CopyReport = { read: 0, added: 0, present: 0, caughtUp: 0 };
  await copyKnowledge(source, target);
  for await (const rows of batches(source)) {
    const history = await historyOf(source, rows);
    const batch = await target.transaction().execute((tx) => copyLeadBatch(tx, rows, history));
    report.read += rows.length;
    report.added += batch.added;
    report.present += batch.present;
    report.caughtUp += batch.caughtUp;
  }
  await copyBookings(source, target);
  await copyAudits(source, target);
  return report;
}

/**
 * Reads both once more and names each lead of the source that is not in the target with the same content, or whose
 * delivery the target knows less of than the source.
 */
export async function* disagreements(
  source: Kysely<Schema>,
  target: Kysely<Schema>,
): AsyncGenerator<{ readonly id: string; readonly kind: Disagreement }> {
  for await (const rows of batches(source)) {
    const there = await rowsOf(target, rows);
    for (const row of rows) {
      const kind = disagreement(row, there.get(row.id));
      if (kind !== undefined) yield { id: row.id, kind };
    }
  }
}

async function* batches(db: Kysely<Schema>): AsyncGenerator<JoinedRow[]> {
  for await (const leads of batchesOf(db, 'leads', 'id')) yield [...(await rowsOf(db, leads)).values()];
}

async function copyLeadBatch(tx: Transaction<Schema>, rows: readonly JoinedRow[], history: LeadHistory) {
  const added = await insertNew(
    tx,
    'leads',
    rows.map((row) => split(row).lead),
  );
  const outbox = rows.filter(({ id }) => added.has(id)).map((row) => split(row).outbox);
  if (outbox.length > 0) await tx.insertInto('outbox').values(outbox).execute();
  const others = rows.filter(({ id }) => !added.has(id));
  const there = others.length > 0 ? await rowsOf(tx, others) : new Map<string, JoinedRow>();
  let present = 0;
  let caughtUp = 0;
  for (const row of others) {
    const kind = disagreement(row, there.get(row.id));
    if (kind === undefined || kind === 'delivery') present += 1;
    if (kind !== 'content') await passOnCorrection(tx, row, there.get(row.id));
    if (kind === 'delivery') caughtUp += await passOnDelivery(tx, row);
  }
  const same = others.filter((row) => disagreement(row, there.get(row.id)) !== 'content');
  await copyHistory(tx, history, new Set([...added, ...(await passOnTold(tx, same))]));
  return { added: added.size, present, caughtUp };
}

/** The two rows that were read together, as they are stored in the target. */
function split({ id, status, created_at, first_email, ...row }: JoinedRow) {
  const fields = { ...columnsIn(row), ...originColumns(row) };
  const outbox = Object.fromEntries(
    Object.entries(row).filter(([column]) => !(column in fields)),
  ) as OutboxRow;
  const { rejections, last_error } = outbox;
  return {
    lead: { id, ...fields, status, created_at, first_email },
    outbox: { ...withoutLease(outbox), rejections: storable(rejections), last_error: storable(last_error) },
  };
}

/** A provider's words may contain a NUL, which PostgreSQL's text cannot (https://www.postgresql.org/docs/current/datatype-character.html). */
function storable(text: string | null): string | null {
  return text?.replaceAll('\0', '\ufffd') ?? null;
}

/** Not while a worker of the target has the lead in hand: then it stays a disagreement, and is settled the next time. */
async function passOnDelivery(
  tx: Transaction<Schema>,
  { id, state, delivered_at, remote_id, sent, sent_email }: JoinedRow,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('outbox')
    .set(
      state === 'delivered'
        ? { state, delivered_at, remote_id, sent, unknown_outcome: 0, last_error: null }
        : { unknown_outcome: 1, sent, sent_email },
    )
    .where('lead_id', '=', id)
    .where('state', '=', 'waiting')
    .where('lease_owner', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** An address that was corrected in the source since it was copied; what was corrected in the target stays. */
async function passOnCorrection(
  tx: Transaction<Schema>,
  { id, email, first_email }: JoinedRow,
  there: JoinedRow | undefined,
): Promise<void> {
  if (first_email === null || there?.first_email !== null) return;
  await tx.updateTable('leads').set({ email, first_email }).where('id', '=', id).execute();
}

/** @returns the ids of those that the source has told of and the target has not: their history belongs there too */
async function passOnTold(tx: Transaction<Schema>, rows: readonly JoinedRow[]): Promise<string[]> {
  const ids = rows.filter(({ tell_since }) => tell_since === null).map(({ id }) => id);
  if (ids.length === 0) return [];
  const passed = await tx
    .updateTable('outbox')
    .set({ tell_since: null })
    .where('lead_id', 'in', ids)
    .where('tell_since', 'is not', null)
    .returning('lead_id')
    .execute();
  return passed.map(({ lead_id }) => lead_id);
}

function disagreement(source: JoinedRow, target: JoinedRow | undefined): Disagreement | undefined {
  if (target === undefined) return 'absent';
  if (!sameContent(asReceived(toLead(source)), asReceived(toLead(target)))) return 'content';
  if (target.state === 'delivered') return undefined;
  const knowsLess = source.state === 'delivered' || source.unknown_outcome > target.unknown_outcome;
  return knowsLess ? 'delivery' : undefined;
}

async function rowsOf(
  db: Kysely<Schema>,
  rows: readonly Pick<JoinedRow, 'id'>[],
): Promise<Map<string, JoinedRow>> {
  const ids = rows.map(({ id }) => id);
  const there = await leadsWithOutbox(db).selectAll().where('id', 'in', ids).execute();
  return new Map(there.map((row) => [row.id, row]));
}

/** What happened to some leads, and the messages about them, sent or not. Messages about calls come with the calls. */
async function historyOf(db: Kysely<Schema>, leads: readonly { readonly id: string }[]) {
  const ids = leads.map(({ id }) => id);
  const ofLeads = db.selectFrom('messages').where('lead_id', 'in', ids);
  return {
    events: await db.selectFrom('lead_events').selectAll().where('lead_id', 'in', ids).execute(),
    messages: await ofLeads.selectAll().where('booking_id', 'is', null).execute(),
    /** The mails that tell several of these messages together. */
    bundles: await db
      .selectFrom('messages')
      .selectAll()
      .where('id', 'in', ofLeads.select('bundle_id'))
      .execute(),
  };
}
type LeadHistory = Awaited<ReturnType<typeof historyOf>>;

/** Writes the history of those leads that were added, so that nobody is told twice and nobody is forgotten. */
async function copyHistory(tx: Transaction<Schema>, history: LeadHistory, added: ReadonlySet<string>) {
  const ofAdded = <R extends { lead_id: string | null }>(rows: readonly R[]) =>
    rows.filter(({ lead_id }) => lead_id !== null && added.has(lead_id));
  const messages = ofAdded(history.messages);
  const bundleIds = new Set(messages.map(({ bundle_id }) => bundle_id));
  const bundles = history.bundles.filter(({ id }) => bundleIds.has(id));
  await addMissing(tx, 'lead_events', ofAdded(history.events));
  await addMissing(tx, 'messages', bundles.map(withoutLease));
  await addMissing(tx, 'messages', messages.map(withoutLease));
}

/** Tables of what a database knows beside its leads, by their keys. What the target has already, it keeps. */
const KNOWLEDGE = {
  // Without the secrets a second click on the day of the move would be a second lead.
  secrets: 'name',
  restores: 'id',
  blocked_hours: 'start_at',
  free_days: 'words',
  erasures: 'key',
  erased_records: 'remote_id',
  erased_searches: 'id',
  undecided_records: 'remote_id',
  erased_mails: 'id',
} as const;

async function copyKnowledge(source: Kysely<Schema>, target: Kysely<Schema>): Promise<void> {
  for (const [table, key] of Object.entries(KNOWLEDGE) as [keyof Schema, never][])
    for await (const rows of batchesOf(source, table, key)) await addMissing(target, table, rows as never);
  const offsite = source.selectFrom('conditions').selectAll().where('name', 'in', OFFSITE_NOTES);
  await addMissing(target, 'conditions', await offsite.execute());
  const days = await source.selectFrom('visit_counts').select('day').distinct().orderBy('day').execute();
  for (const { day } of days) {
    const counts = source.selectFrom('visit_counts').selectAll().where('day', '=', day);
    await addMissing(target, 'visit_counts', await counts.execute());
  }
}

/**
 * Copies every booking with the time that it covers, its changes, its names at a provider and the messages about it, and
 * which webhooks were taken.
 * @throws when the target has sold the time of a booking to somebody else
 */
async function copyBookings(source: Kysely<Schema>, target: Kysely<Schema>): Promise<void> {
  for await (const rows of batchesOf(source, 'bookings', 'id')) {
    const ids = rows.map(({ id }) => id);
    const of = <T extends 'booking_cells' | 'booking_changes' | 'provider_calls' | 'messages'>(table: T) =>
      source
        .selectFrom(table as 'messages')
        .selectAll()
        .where('booking_id', 'in', ids)
        .execute() as unknown as Promise<Selectable<Schema[T]>[]>;
    const [cells, changes] = [await of('booking_cells'), await of('booking_changes')];
    const [names, messages] = [await of('provider_calls'), await of('messages')];
    await target.transaction().execute(async (tx) => {
      const added = await insertNew(tx, 'bookings', rows);
      const isAdded = ({ booking_id }: { readonly booking_id: string }) => added.has(booking_id);
      const [newCells, newChanges] = [cells.filter(isAdded), changes.filter(isAdded)];
      if (newCells.length > 0) await tx.insertInto('booking_cells').values(newCells).execute();
      if (newChanges.length > 0) await tx.insertInto('booking_changes').values(newChanges).execute();
      await addMissing(tx, 'provider_calls', names);
      await addMissing(tx, 'messages', messages.map(withoutLease));
    });
  }
  const nameless = source.selectFrom('provider_calls').selectAll().where('booking_id', 'is', null);
  await addMissing(target, 'provider_calls', await nameless.execute());
  for await (const rows of batchesOf(source, 'provider_hooks', 'hash'))
    await addMissing(target, 'provider_hooks', rows);
}

/** Pictures are large: few in one statement. */
const AUDITS = 20;

/** Copies every audit with what was seen for it. */
async function copyAudits(source: Kysely<Schema>, target: Kysely<Schema>): Promise<void> {
  for await (const rows of batchesOf(source, 'audits', 'token', AUDITS)) {
    const tokens = rows.map(({ token }) => token);
    const visitIds = source.selectFrom('audits').select('visit_id').where('token', 'in', tokens);
    const visits = await source.selectFrom('audit_visits').selectAll().where('id', 'in', visitIds).execute();
    const ofVisits = source.selectFrom('audit_pictures').selectAll().where('visit_id', 'in', visitIds);
    const pictures = await ofVisits.execute();
    await target.transaction().execute(async (tx) => {
      await addMissing(tx, 'audit_visits', visits);
      await addMissing(tx, 'audits', rows.map(waitingAgain));
      for (const picture of pictures) await addMissing(tx, 'audit_pictures', [picture]);
    });
  }
}

/** What a server has in hand waits again in the target, at its old place. */
function waitingAgain(row: Selectable<Schema['audits']>): Selectable<Schema['audits']> {
  return row.state === 'running' ? { ...withoutLease(row), state: 'waiting', step: null } : withoutLease(row);
}

function withoutLease<R extends { lease_owner: string | null; lease_until: number | null }>(row: R): R {
  return { ...row, lease_owner: null, lease_until: null };
}

/** Inserts the rows whose id is not there yet. @returns their ids */
async function insertNew<T extends 'leads' | 'bookings'>(
  tx: Transaction<Schema>,
  table: T,
  rows: readonly Insertable<Schema[T]>[],
): Promise<ReadonlySet<string>> {
  const inserted = await tx
    .insertInto(table as 'leads')
    .values(rows as never)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute();
  return new Set(inserted.map(({ id }) => id));
}

/** The rows of a table in the order of its key, so many at a time. */
async function* batchesOf<T extends keyof Schema>(
  source: Kysely<Schema>,
  table: T,
  key: keyof Selectable<Schema[T]>,
  size = BATCH,
): AsyncGenerator<Selectable<Schema[T]>[]> {
  const by = source.dynamic.ref<never>(String(key));
  const inOrder = source
    .selectFrom(table as keyof Schema)
    .selectAll()
    .orderBy(by)
    .limit(size);
  for (let query = inOrder; ; ) {
    const rows = (await query.execute()) as unknown as Selectable<Schema[T]>[];
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    query = inOrder.where(by, '>', rows.at(-1)?.[key] as never);
  }
}
