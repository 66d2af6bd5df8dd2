import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { IN_STATE } from '../store/leads/lead-state.ts';
import type { AlarmName } from '../store/schema.ts';
import { mailSummary } from './summary.ts';

/**
 * Why an alarm's condition holds, in the words of whoever refused; undefined where nobody has said anything. May repeat
 * what a lead or a mail holds: for the owner, never for the log.
 */
export async function alarmCause(db: Database, alarm: AlarmName): Promise<string | undefined> {
  if (alarm === 'mail-down') return (await mailSummary(db, { to: 'owner' })).reason;
  if (alarm === 'delivery-late') {
    const row = await db
      .selectFrom('outbox')
      .select('last_error')
      .where(IN_STATE.sendable)
      .where('released', '=', sql.lit(0))
      .orderBy('due_at')
      .orderBy('lead_id')
      .limit(1)
      .executeTakeFirst();
    return row?.last_error ?? undefined;
  }
  const newest = await db
    .selectFrom('outbox')
    .select('rejections')
    .where('delivered_at', 'is not', null)
    .orderBy('delivered_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const [first] = JSON.parse(newest?.rejections ?? '[]') as { message: string }[];
  return first?.message;
}
