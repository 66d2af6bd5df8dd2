import { type CompiledQuery, sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import type { Transient } from '../destinations/destination.ts';
import { GIVEN_BACK, updateLeased } from '../queue/queue.ts';
import type { Database } from '../store/database.ts';
import { afterFailure, type StrategyRefusal } from './after-failure.ts';
import type { Delivery } from './delivery.ts';
import { type ClaimedRow, OUTBOX } from './outbox-queue.ts';

export interface Completion {
  readonly leadId: string;
  /** The provider's name for the record. */
  readonly remoteId: string;
  /** The strategy of the attempt that made it, as the row says. */
  readonly strategy: number;
}

/**
 * Writes down, in one durable statement, which record each of these leads has become, and logs those that were still
 * leased.
 * @param said the log's message
 */
export async function settleDelivered(
  { db, owner, clock, log, destination, completes }: Delivery,
  completions: readonly Completion[],
  said: string,
): Promise<void> {
  if (completions.length === 0) return;
  const names = completions.map(({ leadId, remoteId }) => sql`when ${leadId} then ${remoteId}`);
  const leadIds = completions.map(({ leadId }) => leadId);
  const places = destination.strategies.map(
    (index) => sql`when cast(${index} as integer) then ${destination.placeOf(index)}`,
  );
  const settling = updateLeased(db, OUTBOX, owner, leadIds)
    .set({
      ...GIVEN_BACK,
      state: 'delivered',
      delivered_at: db.engine.instant(clock.now()),
      remote_id: sql<string>`case lead_id ${sql.join(names, sql` `)} end`,
      record_place: sql<string>`case strategy ${sql.join(places, sql` `)} end`,
      record_state: null,
      record_read_at: null,
      unknown_outcome: 0,
      last_error: null,
    })
    .returning(['lead_id', 'remote_id'])
    .compile();
  const incomplete = completions.filter(({ strategy }) => destination.leavesFieldsOut(strategy));
  const [written] =
    incomplete.length === 0
      ? [await db.executeQuery(settling)]
      : await db.atomically([settling, completionQuery(db, incomplete, clock.now())]);
  if (incomplete.length > 0) completes?.();
  const settled = (written?.rows ?? []) as { lead_id: string; remote_id: string }[];
  for (const { lead_id, remote_id } of settled) log.info({ leadId: lead_id, remoteId: remote_id }, said);
  const known = new Set(settled.map(({ lead_id }) => lead_id));
  const unknown = completions.filter(({ leadId }) => !known.has(leadId));
  if (unknown.length > 0) await oweDeletion(db, unknown, clock.now());
}

/** The statement that has what a strategy left out written into the records that it made, unless they are another's by now. */
function completionQuery(db: Database, completions: readonly Completion[], now: Instant): CompiledQuery {
  const made = sql.join(completions.map(({ leadId, remoteId }) => sql`(${leadId}, ${remoteId})`));
  const instant = db.engine.instant(now);
  return sql`insert into messages (id, kind, channel, recipient, lead_id, created_at, due_at)
    select 'status_' || lead_id || '_' || remote_id, 'provider-status', 'provider', 'provider', lead_id, ${instant}, ${instant}
    from outbox where (lead_id, remote_id) in (values ${made})
    on conflict (id) do nothing`.compile(db);
}

/** The record of a lead that was erased while it was being sent is to be deleted. */
async function oweDeletion(db: Database, completions: readonly Completion[], now: Instant): Promise<void> {
  const rows = await db
    .selectFrom('outbox')
    .select('lead_id')
    .where(
      'lead_id',
      'in',
      completions.map(({ leadId }) => leadId),
    )
    .execute();
  const erased = completions.filter(({ leadId }) => !rows.some(({ lead_id }) => lead_id === leadId));
  if (erased.length === 0) return;
  const instant = db.engine.instant(now);
  await db
    .insertInto('erased_records')
    .values(
      erased.map(({ remoteId }) => ({
        ...{ remote_id: remoteId, state: 'owed' as const },
        ...{ erased_at: instant, due_at: instant },
      })),
    )
    .onConflict((conflict) => conflict.column('remote_id').doNothing())
    .execute();
}

/**
 * Writes down and logs why a lead was not delivered, or could not be searched for, and when it is tried again. Does
 * neither once another worker has leased the lead: what becomes of it is that worker's to say.
 * @param outcome a refusal is the last strategy's
 */
export async function settleFailure(
  delivery: Delivery,
  row: ClaimedRow,
  outcome: Transient | StrategyRefusal,
): Promise<void> {
  const { db, owner, clock, destination, log } = delivery;
  const leadId = row.lead.id;
  const { retryInMs, refused, ...columns } = afterFailure(row, outcome, {
    random: delivery.random(),
    pausedForMs: destination.pausedUntil() - clock.now(),
  });
  const instant = db.engine.instant(clock.now());
  const { numUpdatedRows } = await updateLeased(db, OUTBOX, owner, [leadId])
    .set({
      ...GIVEN_BACK,
      ...columns,
      due_at: sql<number>`${instant} + ${retryInMs}`,
      ...(refused && { refused_at: sql<number>`coalesce(refused_at, ${instant})` }),
    })
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return;
  const retryAt = new Date(clock.now() + retryInMs).toISOString();
  // The provider's message may repeat personal data: it is kept in the row, and not logged.
  if (outcome.kind === 'transient') {
    const { status, message, unknown } = outcome;
    log.warn(
      { leadId, unknown, retryAt, ...(status === undefined ? { reason: message } : { status }) },
      'Lead pas encore remis à Airtable : il reste dans la base de données et repartira tout seul.',
    );
    return;
  }
  logRefusal(delivery, row, outcome);
  log.error({ leadId, retryAt }, destination.refusedMessage);
}

/** Logs that a strategy was refused. */
export function logRefusal(
  { log }: Delivery,
  { lead }: ClaimedRow,
  { strategy, rejection, searching }: StrategyRefusal,
): void {
  const { status, type } = rejection;
  log.warn(
    { leadId: lead.id, strategy, status, type },
    searching
      ? 'Recherche refusée par Airtable : ce lead y est peut-être déjà, rien n’est créé tant qu’on ne peut pas le savoir. ' +
          'Vérifiez que le jeton a le droit data.records:read et que les champs gardent leurs noms.'
      : 'Stratégie de création de lead refusée.',
  );
}
