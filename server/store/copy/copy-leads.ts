import type { Kysely, Transaction } from 'kysely';
import { sameContent } from '#domain/lead.ts';
import { toLead } from '../leads/lead-row.ts';
import { type JoinedRow, leadsWithOrders } from '../operator/operator-lead.ts';
import type { Schema } from '../schema.ts';
import { copyAudits } from './copy-audits.ts';
import { copyBookings } from './copy-bookings.ts';
import { copyHistory, historyOf, type Told } from './copy-history.ts';
import { copyKnowledge } from './copy-knowledge.ts';

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
 * Copies every lead, its outbox row, its story, what is owed about it, every booking and audit, leases excepted, and what is known
 * beside them. What stands in the target already is not overwritten; only the knowledge that a lead was, or may have been, delivered, or that it was told about, is added to it, since without it the
 * lead would go out, or be told about, twice. Done again, after a crash for instance, it goes on where it was. Nobody may write to the source meanwhile.
 */
export async function copyLeads(source: Kysely<Schema>, target: Kysely<Schema>): Promise<CopyReport> {
  const report: CopyReport = { read: 0, added: 0, present: 0, caughtUp: 0 };
  await copyKnowledge(source, target);
  for await (const rows of batchesOf(source)) {
    const told = await historyOf(source, rows);
    const batch = await target.transaction().execute((tx) => copyBatch(tx, rows, told));
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
  for await (const rows of batchesOf(source)) {
    const there = await rowsOf(target, rows);
    for (const row of rows) {
      const kind = disagreement(row, there.get(row.id));
      if (kind !== undefined) yield { id: row.id, kind };
    }
  }
}

async function* batchesOf(db: Kysely<Schema>): AsyncGenerator<JoinedRow[]> {
  let last = '';
  for (;;) {
    const rows = await leadsWithOrders(db)
      .selectAll()
      .where('id', '>', last)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1)?.id ?? last;
  }
}

async function copyBatch(tx: Transaction<Schema>, rows: readonly JoinedRow[], told: Told) {
  const inserted = await tx
    .insertInto('leads')
    .values(
      rows.map(({ id, name, email, user_id, url, status, created_at }) => {
        return { id, name, email, user_id, url, status, created_at };
      }),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute();
  const added = new Set(inserted.map(({ id }) => id));
  const orders = rows.filter(({ id }) => added.has(id)).map(orderOf);
  if (orders.length > 0) await tx.insertInto('outbox').values(orders).execute();
  const others = rows.filter(({ id }) => !added.has(id));
  const there = others.length > 0 ? await rowsOf(tx, others) : new Map<string, JoinedRow>();
  let present = 0;
  let caughtUp = 0;
  for (const row of others) {
    const kind = disagreement(row, there.get(row.id));
    if (kind === undefined || kind === 'delivery') present += 1;
    if (kind === 'delivery') caughtUp += await passOnDelivery(tx, row);
  }
  const same = others.filter((row) => disagreement(row, there.get(row.id)) !== 'content');
  await copyHistory(tx, told, new Set([...added, ...(await passOnNotified(tx, same))]));
  return { added: added.size, present, caughtUp };
}

function orderOf(row: JoinedRow) {
  return {
    lead_id: row.lead_id,
    destination: row.destination,
    state: row.state,
    due_at: row.due_at,
    attempts: row.attempts,
    strategy: row.strategy,
    unknown_outcome: row.unknown_outcome,
    rejections: storable(row.rejections),
    refused_at: row.refused_at,
    last_error: storable(row.last_error),
    delivered_at: row.delivered_at,
    remote_id: row.remote_id,
    held_because: row.held_because,
    released: row.released,
    tell_since: row.tell_since,
  };
}

/** A provider's words may hold a NUL, which PostgreSQL's text cannot (https://www.postgresql.org/docs/current/datatype-character.html). */
function storable(text: string | null): string | null {
  return text?.replaceAll('\0', '\ufffd') ?? null;
}

/** Not while a worker of the target has the lead in hand: then it stays a disagreement, and is settled the next time. */
async function passOnDelivery(
  tx: Transaction<Schema>,
  { id, state, delivered_at, remote_id }: JoinedRow,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('outbox')
    .set(
      state === 'delivered'
        ? { state, delivered_at, remote_id, unknown_outcome: 0, last_error: null }
        : { unknown_outcome: 1 },
    )
    .where('lead_id', '=', id)
    .where('state', '=', 'waiting')
    .where('lease_owner', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** @returns the ids of those that the source has told about and the target has not: their story belongs there too */
async function passOnNotified(tx: Transaction<Schema>, rows: readonly JoinedRow[]): Promise<string[]> {
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
  if (!sameContent(toLead(source), toLead(target))) return 'content';
  if (target.state === 'delivered') return undefined;
  const knowsLess = source.state === 'delivered' || source.unknown_outcome > target.unknown_outcome;
  return knowsLess ? 'delivery' : undefined;
}

async function rowsOf(db: Kysely<Schema>, rows: readonly JoinedRow[]): Promise<Map<string, JoinedRow>> {
  const ids = rows.map(({ id }) => id);
  const there = await leadsWithOrders(db).selectAll().where('id', 'in', ids).execute();
  return new Map(there.map((row) => [row.id, row]));
}
