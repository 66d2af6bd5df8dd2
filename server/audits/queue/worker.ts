import { REUSED_MINUTES } from '#content/audit-retention.ts';
import type { AuditStore } from '../../store/audits/audit-store.ts';
import type { Database } from '../../store/database.ts';
import type { Clock } from '../../system/clock.ts';
import type { Log } from '../../system/log.ts';
import { type Loop, RETRY_MS, startLoop } from '../../worker/loop.ts';
import type { Audit } from '../run-audit.ts';
import {
  anyUnfinished,
  type ClaimedAudit,
  claimAudit,
  LEASE_MS,
  MOST_RUNS,
  RUNS_WITH_BROWSER,
} from './claim.ts';
import type { AuditEngine } from './engine.ts';
import { renewLease, returnAudits } from './lease.ts';
import { announceRunner, dismissRunner } from './runners.ts';
import { type AuditResult, settleAudit } from './settle.ts';
import { type Consequences, toldOf } from './told.ts';

/** Another server may have queued one. */
const POLL_MS = 1_000;
const RENEW_MS = LEASE_MS / 3;
/** Longer than every limit of the engine together: beyond it the engine itself hangs. */
const LONGEST_RUN_MS = 120_000;
/** How long a visit that was broken off may take to end its browser. */
const ENDING_MS = 1_500;
const STOP_GRACE_MS = 2_000;
export const REUSED_MS = REUSED_MINUTES * 60_000;

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
 * Runs the audits of the queue, one at a time, until it is stopped: then it gives the audit under way back, which
 * begins anew wherever it is taken next.
 */
export function startAuditWorker(options: AuditWorkerOptions): Loop {
  const { db, store, engine, browser, clock, log, alone } = options;
  const owner = crypto.randomUUID();
  const stopping = new AbortController();
  let leasesStale = alone;
  let leasesAstray = false;
  let announcedAt = Number.NEGATIVE_INFINITY;

  async function announce(): Promise<void> {
    if (alone || clock.now() - announcedAt < RENEW_MS) return;
    await announceRunner(db, { id: owner, browser, now: clock.now() });
    announcedAt = clock.now();
  }

  /** @returns how long there is nothing to do, in milliseconds */
  async function round(): Promise<number> {
    if (leasesStale) await returnAudits(db, 'everyone', true);
    leasesStale = false;
    if (leasesAstray) await returnAudits(db, owner, true);
    leasesAstray = false;
    await announce();
    if (stopping.signal.aborted || !(await anyUnfinished(db))) return POLL_MS;
    const audit = await claimAudit(db, { owner, now: clock.now(), browser });
    if (audit === undefined) return POLL_MS;
    const result = await resultOf(audit);
    if (result === undefined) return POLL_MS;
    const { token, lead_id } = audit;
    const ready = !('refusal' in result) || result.refusal === undefined;
    const following = ready ? await toldOf(db, lead_id, audit, options.consequences, clock.now()) : [];
    const settled = await settleAudit(db, { token, owner, now: clock.now() }, result, following);
    if (settled && following.length > 0) options.wake();
    log.info(
      { settled, ready },
      settled ? 'Audit express terminé.' : 'Audit express repris par un autre serveur.',
    );
    return 0;
  }

  /** Undefined when this server stops, or has lost the audit: then there is nothing to write. */
  async function resultOf(audit: ClaimedAudit): Promise<AuditResult | undefined> {
    if (audit.attempts > MOST_RUNS) return { refusal: 'interrupted' };
    const sameAs = await store.fresh(audit.host, REUSED_MS, clock.now());
    if (sameAs !== undefined) return { sameAs };
    const seen = await run(audit);
    if (seen === undefined) return undefined;
    const { end } = seen.facts.visit;
    return end === 'seen' ? { facts: seen.facts } : { facts: seen.facts, refusal: end };
  }

  /** Visits the site while it keeps the lease; rejects when the engine fails or takes longer than it ever may. */
  async function run(audit: ClaimedAudit): Promise<Audit | undefined> {
    const { token, url, scheme_typed, attempts, expires_at } = audit;
    const over = new AbortController();
    const signal = AbortSignal.any([over.signal, stopping.signal]);
    // One after the other, so that a step never overwrites a later one.
    let writing: Promise<unknown> = Promise.resolve();
    const write = (act: () => Promise<unknown>) => {
      writing = writing.then(() => (signal.aborted ? undefined : act())).catch(notWritten);
    };
    const notWritten = (error: unknown) =>
      log.warn({ err: error }, 'L’avancement d’un audit n’a pas pu être enregistré. L’audit continue.');
    const visit = engine(
      { url, schemeTyped: scheme_typed === 1 },
      {
        browser: browser && attempts <= RUNS_WITH_BROWSER,
        signal,
        onStep({ step, picture }) {
          write(() => renewLease(db, token, owner, clock.now(), step));
          if (picture) write(() => store.putPicture(token, expires_at, picture));
        },
      },
    );
    const renewing = keepLease(audit, signal, over);
    try {
      const seen = await Promise.race([visit, tooLong(signal)]);
      // This server stops, or another one has the audit by now: whoever has it next begins anew.
      if (signal.aborted) return undefined;
      if (seen === undefined) throw new Error('An audit took longer than all its limits together');
      await writing;
      for (const picture of seen.pictures) await store.putPicture(token, expires_at, picture);
      return seen;
    } finally {
      over.abort();
      // Its browser is gone before the site is visited again, from here or elsewhere.
      const ended = new AbortController();
      visit.catch(() => {}).finally(() => ended.abort());
      await Promise.all([clock.wait(ENDING_MS, ended.signal), renewing]);
    }
  }

  async function tooLong(signal: AbortSignal): Promise<undefined> {
    await clock.wait(LONGEST_RUN_MS, signal);
  }

  async function keepLease(
    { token }: ClaimedAudit,
    signal: AbortSignal,
    over: AbortController,
  ): Promise<void> {
    for (;;) {
      await clock.wait(RENEW_MS, signal);
      if (signal.aborted) return;
      const held = await Promise.all([renewLease(db, token, owner, clock.now()), announce()]).then(
        ([kept]) => kept,
        // A database that does not answer for a moment takes no lease away.
        () => true,
      );
      if (!held) over.abort();
    }
  }

  async function safely(act: () => Promise<number>): Promise<number> {
    try {
      return await act();
    } catch (error) {
      leasesAstray = true;
      log.error(
        { err: error },
        'Le service des audits express a buté sur une erreur. Les demandes restent dans la base de données, un nouvel essai suit dans quelques secondes. ' +
          'Si cette ligne revient, vérifiez que la base de données répond, et lancez npm run doctor.',
      );
      return RETRY_MS;
    }
  }

  const loop = startLoop(clock, () => safely(round));
  return {
    wake: loop.wake,
    async stop() {
      stopping.abort();
      const giveBack = async () => {
        await loop.stop();
        await returnAudits(db, owner, false);
        if (!alone) await dismissRunner(db, owner);
      };
      const done = new AbortController();
      const ended = giveBack()
        // A database that is gone leaves the lease to end by itself.
        .catch(() => {})
        .then(() => done.abort());
      await Promise.race([ended, clock.wait(STOP_GRACE_MS, done.signal)]);
    },
  };
}
