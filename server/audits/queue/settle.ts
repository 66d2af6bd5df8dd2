import { type CompiledQuery, type QueryResult, sql } from 'kysely';
import type { AuditRefusal } from '#domain/audit.ts';
import type { Database } from '../../store/database.ts';
import type { AuditRow } from '../../store/schema.ts';
import type { Facts } from '../facts/facts.ts';

/** What became of an audit. */
export type AuditResult =
  | { readonly facts: Facts; readonly refusal?: Exclude<AuditRefusal, 'interrupted'> }
  /** Nothing of the visit is worth keeping. */
  | { readonly refusal: 'interrupted' }
  /** What was seen for another audit of the same address is used again. */
  | { readonly sameAs: Pick<AuditRow, 'token' | 'facts' | 'facts_version' | 'measured_at'> };

/**
 * Writes what became of an audit and gives the lease back, together with what follows: all of it, or nothing where
 * the owner has lost the lease meanwhile.
 * @returns whether it was written
 */
export async function settleAudit(
  db: Database,
  { token, owner, now }: { readonly token: string; readonly owner: string; readonly now: number },
  result: AuditResult,
  following: readonly CompiledQuery[] = [],
): Promise<boolean> {
  const written = db
    .updateTable('audits')
    .set({
      ...valuesOf(result),
      step: null,
      asker: null,
      lease_owner: null,
      lease_until: null,
      ended_at: db.engine.instant(now),
    })
    .where('token', '=', token)
    .where('lease_owner', '=', owner)
    .where(sql<boolean>`state in ('waiting', 'running')`)
    .compile();
  const pictures = 'sameAs' in result ? [copyPictures(db, result.sameAs.token, token)] : [];
  // Alone on its database, a server loses its lease to nobody.
  if (!db.engine.shared) return isWritten((await db.atomically([written, ...pictures, ...following]))[0]);
  return db.transaction().execute(async (tx) => {
    if (!isWritten(await tx.executeQuery(written))) return false;
    for (const query of [...pictures, ...following]) await tx.executeQuery(query);
    return true;
  });
}

function isWritten(result: QueryResult<unknown> | undefined): boolean {
  return result?.numAffectedRows === 1n;
}

function valuesOf(result: AuditResult) {
  if ('sameAs' in result) {
    const { facts, facts_version, measured_at } = result.sameAs;
    // Its duration was that of another, and says nothing about how long the queue takes.
    return { state: 'done', facts, facts_version, measured_at, started_at: null } as const;
  }
  if (!('facts' in result)) return { state: 'refused', refusal: result.refusal } as const;
  const { facts, refusal } = result;
  const seen = {
    facts: JSON.stringify(facts),
    facts_version: facts.version,
    measured_at: Date.parse(facts.measuredAt),
  };
  return refusal === undefined
    ? ({ ...seen, state: 'done' } as const)
    : ({ ...seen, state: 'refused', refusal } as const);
}

function copyPictures(db: Database, from: string, to: string): CompiledQuery {
  return db
    .insertInto('audit_pictures')
    .columns(['token', 'name', 'type', 'width', 'height', 'at_ms', 'bytes', 'expires_at'])
    .expression((e) =>
      e
        .selectFrom('audit_pictures as seen')
        .innerJoin('audits as wanted', (join) => join.on('wanted.token', '=', to))
        .select([
          'wanted.token',
          'seen.name',
          'seen.type',
          'seen.width',
          'seen.height',
          'seen.at_ms',
          'seen.bytes',
          'wanted.expires_at',
        ])
        .where('seen.token', '=', from),
    )
    .onConflict((conflict) => conflict.columns(['token', 'name']).doNothing())
    .compile();
}
