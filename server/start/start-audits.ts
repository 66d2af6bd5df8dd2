import { browserFitness } from '../audits/browser/browser-fitness.ts';
import { auditProcesses } from '../audits/process/audit-process.ts';
import type { AuditEngine } from '../audits/process/audit-protocol.ts';
import { auditStore } from '../audits/queue/audit-store.ts';
import { startAuditWorker, startPurge } from '../audits/queue/audit-worker.ts';
import { leadAudits } from '../audits/queue/lead-audits.ts';
import type { AuditRouteDeps } from '../audits/routes/audit-read-routes.ts';
import type { Config } from '../config/config.ts';
import type { FormProofs } from '../http/limits/form-proof.ts';
import { rateLimit } from '../http/limits/rate-limit.ts';
import type { Links } from '../messages/links.ts';
import { ownAddresses } from '../outgoing/network.ts';
import type { Loop } from '../queue/loop.ts';
import type { Database } from '../store/database.ts';
import type { Clock } from '../system/clock.ts';
import type { Log } from '../system/log.ts';

export interface AuditRoutes {
  readonly config: Config;
  readonly db: Database;
  readonly links: Links;
  readonly proofs: FormProofs;
  readonly clock: Clock;
  /** An audit may be due. */
  readonly wake: () => void;
}

/** Puts together what the routes of the audits need. */
export function auditRoutes({ config, db, links, proofs, clock, wake }: AuditRoutes): AuditRouteDeps {
  const asking = { db, store: auditStore(db), wake, now: clock.now, ownAddresses: ownAddresses() };
  return {
    ...asking,
    ...{ links, proofs, clock, mode: config.audits.mode },
    leads: leadAudits(asking),
    limit: rateLimit(config.leadsPerMinute, () => performance.now()),
    publicUrl: config.publicUrl,
  };
}

export interface StartAuditLoops {
  readonly config: Config;
  readonly db: Database;
  readonly links: Links;
  readonly clock: Clock;
  readonly log: Log;
  /** A message may be due. */
  readonly wake: () => void;
  /** In the place of visits to real sites. */
  readonly engine?: AuditEngine | undefined;
}

/** Starts what carries out audits, where any are taken, and what deletes old ones. */
export function startAuditLoops(deps: StartAuditLoops): Loop[] {
  const { config, db, links, clock, log } = deps;
  const { mode, chromium } = config.audits;
  const store = auditStore(db);
  const purge = startPurge(store, clock, log);
  if (mode === 'off') return [purge];
  const fitness = mode === 'http' ? undefined : browserFitness({ program: chromium });
  if (fitness?.usable === false)
    log.info(
      { why: fitness.why },
      'Les audits express se font sans navigateur sur ce serveur. npm run doctor dit pourquoi.',
    );
  const worker = startAuditWorker({
    ...{ db, store, clock, log, wake: deps.wake },
    consequences: { links, sender: config.mail.from.address },
    engine: deps.engine ?? auditProcesses({ publicUrl: config.publicUrl, chromium, now: clock.now }),
    browser: fitness?.usable ?? false,
    alone: config.databaseUrl === undefined,
  });
  return [purge, worker];
}
