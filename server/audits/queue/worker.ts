import { startLeasedWorker, type Turn, type Worker } from '../../queue/leased-worker.ts';
import type { Log } from '../../system/log.ts';
import { anyUnfinished, claimAudit } from './claim.ts';
import { isDisowned } from './disown.ts';
import { withoutStrangers } from './lead-audits.ts';
import { returnAudits } from './lease.ts';
import { type AuditRunner, runClaimed } from './run-claimed.ts';
import { isReady, settleAudit } from './settle.ts';
import { type Consequences, toldOf } from './told.ts';

/** Another server may have queued one. */
const POLL_MS = 1_000;

export interface AuditWorkerOptions
  extends Pick<AuditRunner, 'db' | 'store' | 'engine' | 'browser' | 'clock'> {
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** Whether no other process works on this database: leases found at the start are stale. */
  readonly alone: boolean;
  /** What is told to whom when a lead's audit is ready. */
  readonly consequences: Consequences;
  /** Something may be due. */
  readonly wake: () => void;
}

/**
 * Runs the audits of the queue, one at a time, until it is stopped: then it breaks the one under way off at once, since
 * a visit takes longer than a stop may, and gives it back; it begins anew wherever it is taken next.
 */
export function startAuditWorker(options: AuditWorkerOptions): Worker {
  const { db, clock, log, alone } = options;
  let isStopping = false;

  async function round({ owner, stopping }: Turn): Promise<number> {
    if (stopping.aborted || !(await anyUnfinished(db))) return POLL_MS;
    const audit = await claimAudit(db, { owner, now: clock.now() });
    if (audit === undefined) return POLL_MS;
    const seen = await runClaimed(audit, { ...options, owner, stopping });
    if (seen === undefined) return POLL_MS;
    const result = await withoutStrangers(db, audit, seen);
    const ready = isReady(result);
    const isWanted = ready && !(await isDisowned(db, audit.token));
    const following = isWanted ? await toldOf(db, audit, options.consequences, clock.now()) : [];
    const settled = await settleAudit(db, { token: audit.token, owner, now: clock.now() }, result, following);
    if (settled && following.length > 0) options.wake();
    log.info(
      { settled, ready },
      settled ? 'Audit express terminé.' : 'Audit express repris par un autre serveur.',
    );
    return 0;
  }

  const worker = startLeasedWorker({
    clock,
    alone,
    round,
    // A run counts when it failed, since the site may be the cause, and not when this server breaks it off.
    returnLeases: (owner) => returnAudits(db, owner, clock.now(), !isStopping),
    failed: (error) =>
      log.error(
        { err: error },
        'Le service des audits express a buté sur une erreur. Les demandes restent dans la base de données, un nouvel essai suit dans quelques secondes. ' +
          'Si cette ligne revient, vérifiez que la base de données répond, et lancez npm run doctor.',
      ),
  });
  return {
    wake: worker.wake,
    stop() {
      isStopping = true;
      return worker.stop();
    },
  };
}
