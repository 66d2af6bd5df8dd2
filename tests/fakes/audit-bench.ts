import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, onTestFinished } from 'vitest';
import { type AskDeps, askAudit } from '#server/audits/queue/ask-audit.ts';
import { claimAudit } from '#server/audits/queue/audit-claim.ts';
import { auditStore, auditsWithVisits } from '#server/audits/queue/audit-store.ts';
import { type AuditWorkerOptions, startAuditWorker } from '#server/audits/queue/audit-worker.ts';
import { Secret } from '#server/config/secrets.ts';
import { signedLinks } from '#server/messages/links.ts';
import type { Database } from '#server/store/database.ts';
import { systemClock } from '#server/system/clock.ts';
import type { Log } from '#server/system/log.ts';

/** Audits over a database: the queue, its workers and time that passes at will. */
export async function auditBench(open: () => Promise<Database>) {
  const db = await open();
  onTestFinished(() => db.destroy());
  const store = auditStore(db);
  const now = Date.now;
  const consequences = { links: signedLinks(new Secret('key')), sender: 'nous@atelier.example' };
  const workers: { wake(): void }[] = [];
  const wake = () => {
    for (const worker of workers) worker.wake();
  };
  const deps: AskDeps = { db, store, now, wake };
  /** @param site a host, or a host with a path */
  const ask = async (site: string, more: { proved?: boolean; leadId?: string; asker?: string } = {}) => {
    const { href } = new URL(`https://${site}`);
    const asked = { address: { url: href, schemeTyped: false }, leadId: more.leadId };
    const asker = more.asker ?? crypto.randomUUID();
    const outcome = await askAudit(deps, { ...asked, asker, proved: more.proved ?? true });
    return outcome.kind === 'queued' ? outcome.token : outcome;
  };
  const claim = (owner: string) => claimAudit(db, { owner, now: now() });
  const row = (token: string) => auditsWithVisits(db).where('token', '=', token).executeTakeFirstOrThrow();
  /** As if so much time had passed, by whichever clock decides. */
  const later = async (ms: number) => {
    for (const column of ['lease_until', 'created_at', 'measured_at', 'expires_at'] as const)
      await db
        .updateTable('audits')
        .set((e) => ({ [column]: e(column, '-', ms) }))
        .execute();
    await db
      .updateTable('audit_pictures')
      .set((e) => ({ expires_at: e('expires_at', '-', ms) }))
      .execute();
  };
  const queued = async (...args: Parameters<typeof ask>) => {
    // The queue is ordered by the millisecond of the request: two within the same one have no order.
    for (const at = now(); now() === at; ) await nextTurn();
    const token = await ask(...args);
    if (typeof token !== 'string') throw new Error(`not queued: ${token.kind}`);
    return token;
  };
  const log = pino({ level: 'silent' }) as unknown as Log;
  const start = (options: Partial<AuditWorkerOptions> & Pick<AuditWorkerOptions, 'engine'>) => {
    const worker = startAuditWorker({
      ...{ db, store, consequences, log, clock: systemClock, browser: true, alone: false, wake: () => {} },
      ...options,
    });
    workers.push(worker);
    onTestFinished(() => worker.stop());
    return worker;
  };
  const ended = (token: string) =>
    expect
      .poll(async () => (await row(token)).state, { interval: 20 })
      .toMatch(/done|refused/)
      .then(() => row(token));
  return { db, store, ask, queued, claim, row, later, start, ended, now, wake };
}
