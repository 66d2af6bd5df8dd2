import { sql } from 'kysely';
import type { StepName } from '#domain/audit.ts';
import type { Instant } from '#domain/instant.ts';
import { returnLeases } from '../../queue/leases.ts';
import { updateLeased } from '../../queue/queue.ts';
import type { Database } from '../../store/database.ts';
import { AUDIT_QUEUE, LEASE_MS } from './claim.ts';

/** How often a server that works on an audit says so. In milliseconds. */
export const RENEW_MS = LEASE_MS / 3;

/**
 * Renews the lease, and writes what is being looked at.
 * @returns whether it was still held
 */
export async function renewLease(
  db: Database,
  token: string,
  owner: string,
  now: Instant,
  step?: StepName,
): Promise<boolean> {
  const { numUpdatedRows } = await updateLeased(db, AUDIT_QUEUE, owner, [token])
    .set({
      lease_until: sql<number>`${db.engine.instant(now)} + ${LEASE_MS}`,
      ...(step !== undefined && { step }),
    })
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/**
 * Gives audits back without waiting for the end of their leases: they wait again, at their old place.
 * @param owner whose; 'everyone' only where no other process can hold one, as on an embedded database
 * @param counted whether the run counts: not where a server stops in order
 */
export function returnAudits(
  db: Database,
  owner: string | 'everyone',
  now: Instant,
  counted: boolean,
): Promise<void> {
  return returnLeases(db, AUDIT_QUEUE, owner, now, {
    state: 'waiting',
    step: null,
    ...(!counted && { attempts: sql<number>`attempts - 1` }),
  });
}
