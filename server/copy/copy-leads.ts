import type { Kysely, Transaction } from 'kysely';
import { sameContent } from '#domain/lead.ts';
import { originColumns } from '../fields/origin-fields.ts';
import { type JoinedRow, leadsWithOutbox } from '../leads/operator/operator-lead.ts';
import { columnsIn, toLead } from '../store/leads/lead-row.ts';
import { asReceived } from '../store/leads/lead-store.ts';
import type { OutboxRow, Schema } from '../store/schema.ts';
import { copyAudits } from './copy-audits.ts';
import { copyBookings } from './copy-bookings.ts';
import { copyHistory, historyOf, type LeadHistory } from './copy-history.ts';
import { copyKnowledge } from './copy-knowledge.ts';
import { batchesOf, unleased } from './rows.ts';

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
    const batch = await target.transaction().execute((tx) => copyBatch(tx, rows, history));
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
  for await (const leads of batchesOf(db, 'leads', 'id', BATCH))
    yield [...(await rowsOf(db, leads)).values()];
}

async function copyBatch(tx: Transaction<Schema>, rows: readonly JoinedRow[], history: LeadHistory) {
  const inserted = await tx
    .insertInto('leads')
    .values(rows.map((row) => split(row).lead))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute();
  const added = new Set(inserted.map(({ id }) => id));
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
    outbox: { ...unleased(outbox), rejections: storable(rejections), last_error: storable(last_error) },
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
