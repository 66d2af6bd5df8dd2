import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import { LANDING_MS } from '../queue/backoff.ts';
import { updateLeased } from '../queue/queue.ts';
import type { Database } from '../store/database.ts';
import { IN_STATE } from '../store/leads/lead-state.ts';
import { oneAtATime } from '../store/one-at-a-time.ts';
import { type ClaimedRow, OUTBOX } from './outbox-queue.ts';
import { type AheadOptions, emailsOf, pairsThatWait } from './same-email.ts';
import { sentColumn, withSent } from './sent.ts';

export interface AttemptOptions extends AheadOptions {
  /** By which the record is to be created; undefined: it is searched for first, and may stand there by an earlier one. */
  readonly strategy?: number | undefined;
}

/**
 * Records, before anything is sent, that an attempt is under way, and with it what it sends: should this process die, the
 * lead is of unknown outcome, and due again only when the request must have landed; it is then searched for by what was
 * sent. A lead that has to wait for another of the same e-mail is left as it is, in the same statement: were it recorded
 * and then deferred, a process that dies in between would leave two leads of unknown outcome, and nobody could tell whose
 * the record is. So is a lead that was corrected since it was claimed.
 * @param rows no two of the same e-mail
 * @returns those whose attempt was recorded, which are to be sent now; the others are no longer leased by the owner, were
 *   held or corrected meanwhile, or have to wait for a lead with the same e-mail
 */
export async function recordAttempt(
  db: Database,
  owner: string,
  rows: readonly ClaimedRow[],
  options: AttemptOptions,
): Promise<ClaimedRow[]> {
  const { strategy, now } = options;
  const leadIds = rows.map(({ lead }) => lead.id);
  const going = strategy === undefined ? rows : rows.map((row) => sending(row, now));
  const record = updateLeased(db, OUTBOX, owner, leadIds)
    .set({
      attempts: sql`attempts + 1`,
      unknown_outcome: 1,
      due_at: sql<number>`${db.engine.instant(now)} + ${LANDING_MS}`,
      ...(strategy !== undefined && { strategy, ...sentBy(going) }),
    })
    .where(IN_STATE.sendable)
    .where(asClaimed(rows))
    .where('lead_id', 'not in', pairsThatWait(db, leadIds, options))
    .returning('lead_id')
    .compile();
  return recorded(db, going, record);
}

/**
 * Records by which strategy leads are created that were searched for in vain, and what is sent, if they are still leased by
 * the owner.
 * @returns those that are; the others were corrected since they were claimed
 */
export async function recordStrategy(
  db: Database,
  owner: string,
  rows: readonly ClaimedRow[],
  strategy: number,
  now: Instant,
): Promise<ClaimedRow[]> {
  const going = rows.map((row) => sending(row, now));
  const leadIds = rows.map(({ lead }) => lead.id);
  const record = updateLeased(db, OUTBOX, owner, leadIds)
    .set({ strategy, ...sentBy(going) })
    .where(asClaimed(rows))
    .returning('lead_id')
    .compile();
  return recorded(db, going, record);
}

function sending(row: ClaimedRow, now: Instant): ClaimedRow {
  return { ...row, sent: withSent(row.sent, row.lead, now) };
}

/** A correction takes the same locks: whichever comes second sees the other. */
async function recorded(
  db: Database,
  rows: readonly ClaimedRow[],
  record: CompiledQuery,
): Promise<ClaimedRow[]> {
  const ids = rows.map(({ lead }) => lead.id);
  const [result] = await oneAtATime(db, emailsOf(ids), [record]);
  const going = new Set(((result?.rows ?? []) as { lead_id: string }[]).map(({ lead_id }) => lead_id));
  return rows.filter(({ lead }) => going.has(lead.id));
}

function sentBy(rows: readonly ClaimedRow[]) {
  const byLead = (of: (row: ClaimedRow) => RawBuilder<unknown>) =>
    sql<string>`case lead_id ${sql.join(
      rows.map((row) => sql`when ${row.lead.id} then ${of(row)}`),
      sql` `,
    )} end`;
  return {
    sent: byLead(({ sent }) => sql`cast(${sentColumn(sent)} as text)`),
    sent_email: byLead(({ lead }) => sql`lower(cast(${lead.email} as text))`),
  };
}

/** Whether the lead still has the address with which it was claimed. */
function asClaimed(rows: readonly ClaimedRow[]): RawBuilder<boolean> {
  const claimed = sql.join(rows.map(({ lead }) => sql`(${lead.id}, ${lead.email})`));
  return sql<boolean>`exists (select 1 from leads where leads.id = outbox.lead_id and (leads.id, leads.email) in (values ${claimed}))`;
}
