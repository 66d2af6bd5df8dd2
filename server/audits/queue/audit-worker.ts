import type { StepName } from '#domain/audit.ts';
import { startLeasedWorker, type Turn, type Worker } from '../../queue/leased-worker.ts';
import { type Loop, startLoop } from '../../queue/loop.ts';
import type { Database } from '../../store/database.ts';
import type { Clock } from '../../system/clock.ts';
import type { Log } from '../../system/log.ts';
import { within } from '../../system/within.ts';
import type { PagePicture } from '../audit-facts.ts';
import { type AuditEngine, AuditKilled } from '../process/audit-protocol.ts';
import type { VisitResult } from '../process/run-audit.ts';
import { seenLately } from './ask-audit.ts';
import {
  anyUnfinished,
  type ClaimedAudit,
  claimAudit,
  MOST_RUNS,
  RENEW_MS,
  RUNS_WITH_BROWSER,
  renewLease,
  returnAudits,
} from './audit-claim.ts';
import {
  type AuditResult,
  type Consequences,
  isDisowned,
  isReady,
  reportNoticeQueries,
  settleAudit,
  storeFactsSoFar,
} from './audit-settle.ts';
import type { AuditStore } from './audit-store.ts';
import { refuseUnnamedSite } from './lead-audits.ts';

/** Another server may have queued one. */
const POLL_MS = 1_000;

export interface AuditWorkerOptions {
  readonly db: Database;
  readonly store: AuditStore;
  readonly engine: AuditEngine;
  /** Whether this server can measure in a browser. */
  readonly browser: boolean;
  readonly clock: Clock;
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
    const result = await refuseUnnamedSite(db, audit, seen);
    const ready = isReady(result);
    const isWanted = ready && !(await isDisowned(db, audit.token));
    const following = isWanted ? await reportNoticeQueries(db, audit, options.consequences, clock.now()) : [];
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
    stop(graceMs) {
      isStopping = true;
      return worker.stop(graceMs);
    },
  };
}

/** Longer than every limit of the engine together: beyond it the engine itself hangs. */
const LONGEST_RUN_MS = 120_000;
/** How long a visit that was broken off may take to end its browser. */
const ENDING_MS = 1_500;

/** What a server works with on an audit that it has claimed. */
interface AuditRunner extends AuditWorkerOptions {
  /** In whose name the audit was claimed. */
  readonly owner: string;
  /** Aborts when this server stops; the visit is then broken off at once. */
  readonly stopping: AbortSignal;
}

/**
 * Carries out one claimed audit: visits the site, unless somebody has just done so, and keeps the lease meanwhile.
 * Rejects when the engine fails through no fault of the site, or takes longer than it ever may.
 * @returns undefined when this server stops or has lost the audit: then there is nothing to write
 */
async function runClaimed(audit: ClaimedAudit, runner: AuditRunner): Promise<AuditResult | undefined> {
  if (audit.attempts > MOST_RUNS) return { refusal: 'interrupted', isOurs: true };
  const sameAs = await seenLately(runner.db, addressOf(audit), runner.clock.now());
  if (sameAs !== undefined) return { sameAs };
  const seen = await visit(audit, runner).catch(killed);
  if (seen === undefined || 'refusal' in seen) return seen;
  const { facts } = seen;
  const { end } = facts.visit;
  return end === 'seen' ? { facts } : { facts, refusal: end };

  /** The site would do the same to the next process. Any other error is not its doing: the audit is tried again. */
  function killed(error: unknown): { readonly refusal: 'interrupted' } {
    if (!(error instanceof AuditKilled)) throw error;
    runner.log.warn(
      { err: error },
      'Un audit express a été arrêté : le site visité l’a empêché d’aboutir. Le visiteur l’apprend sur sa page ; rien d’autre n’est touché.',
    );
    return { refusal: 'interrupted' };
  }
}

function addressOf({ url, scheme_typed }: ClaimedAudit) {
  return { url, schemeTyped: scheme_typed === 1 };
}

async function visit(audit: ClaimedAudit, runner: AuditRunner): Promise<VisitResult | undefined> {
  const { db, store, engine, clock, log, owner, stopping } = runner;
  const { token, attempts, expires_at } = audit;
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, stopping]);
  // One after the other, so that a step never overwrites a later one.
  let writing: Promise<unknown> = Promise.resolve();
  const write = (act: () => Promise<unknown>) => {
    writing = writing.then(() => (signal.aborted ? undefined : act())).catch(notWritten);
  };
  let step: StepName | undefined;
  const writeStep = () => {
    const latest = step;
    step = undefined;
    return latest === undefined ? Promise.resolve() : renewLease(db, token, owner, clock.now(), latest);
  };
  const written = new Set<string>();
  const putPictures = async (pictures: readonly PagePicture[]) => {
    await store.putPictures(token, expires_at, pictures);
    for (const { name } of pictures) written.add(name);
  };
  const notWritten = (error: unknown) =>
    log.warn({ err: error }, 'L’avancement d’un audit n’a pas pu être enregistré. L’audit continue.');
  const visiting = engine(addressOf(audit), {
    browser: runner.browser && attempts <= RUNS_WITH_BROWSER,
    signal,
    onStep({ step: begun, picture, facts }) {
      // Of steps that follow each other faster than they are written, the last one is: each commit keeps leads waiting.
      step = begun;
      write(writeStep);
      if (facts) write(() => storeFactsSoFar(db, { token, owner, now: clock.now() }, facts));
      if (picture) write(() => putPictures([picture]));
    },
  });
  const renewing = keepLease(token, runner, signal, () => over.abort());
  try {
    const seen = await Promise.race([visiting, clock.wait(LONGEST_RUN_MS, signal)]);
    // This server stops, or another one has the audit by now: whoever has it next begins anew.
    if (signal.aborted) return undefined;
    if (seen === undefined) throw new Error('An audit took longer than all its limits together');
    await writing;
    await putPictures(seen.pictures.filter(({ name }) => !written.has(name)));
    return seen;
  } finally {
    over.abort();
    // Its browser is gone before the site is visited again, from here or elsewhere.
    await within(ENDING_MS, visiting).catch(() => {});
    await renewing;
  }
}

/** Renews the lease until the signal aborts. */
async function keepLease(
  token: string,
  { db, clock, owner }: AuditRunner,
  signal: AbortSignal,
  onLost: () => void,
): Promise<void> {
  for (;;) {
    await clock.wait(RENEW_MS, signal);
    if (signal.aborted) return;
    // A database that does not answer for a moment takes no lease away.
    const isHeld = await renewLease(db, token, owner, clock.now()).catch(() => true);
    if (!isHeld) onLost();
  }
}

const PURGE_MS = 60 * 60_000;
/** Between two batches. */
const BATCH_PAUSE_MS = 100;
/** So few that no visitor notices. */
const PURGE_BATCH = 20;

/** Takes away, every hour, reports that have expired, with their pictures. */
export function startPurge(store: AuditStore, clock: Clock, log: Pick<Log, 'warn'>): Loop {
  return startLoop(clock, async () => {
    try {
      return (await store.purge(clock.now(), PURGE_BATCH)) ? BATCH_PAUSE_MS : PURGE_MS;
    } catch (error) {
      log.warn(
        { err: error },
        'Les rapports d’audit expirés n’ont pas pu être effacés. Personne ne peut plus les ouvrir, un nouvel essai suit dans une heure.',
      );
      return PURGE_MS;
    }
  });
}
