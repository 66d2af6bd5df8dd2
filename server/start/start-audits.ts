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

export interface StartAudits {
  readonly config: Config;
  readonly db: Database;
  readonly links: Links;
  readonly proofs: FormProofs;
  readonly clock: Clock;
  readonly log: Log;
  /** A message may be due. */
  readonly wake: () => void;
  /** In the place of visits to real sites. */
  readonly engine?: AuditEngine | undefined;
}

export interface RunningAudits {
  readonly routes: AuditRouteDeps;
  /** Breaks off what is under way and gives it back; resolves within 5 s, whatever the database does. */
  stop(): Promise<void>;
}

/** Puts together what the routes of the audits need, and starts what works on them, if this server does. */
export function startAudits(deps: StartAudits): RunningAudits {
  const { config, db, links, proofs, clock, log } = deps;
  const { mode, chromium } = config.audits;
  const store = auditStore(db);
  const consequences = { links, sender: config.mail.from.address };
  const workers: Loop[] = [startPurge(store, clock, log)];
  if (mode !== 'off') {
    const fitness = mode === 'http' ? undefined : browserFitness({ program: chromium });
    if (fitness?.usable === false)
      log.info(
        { why: fitness.why },
        'Les audits express se font sans navigateur sur ce serveur. npm run doctor dit pourquoi.',
      );
    workers.push(
      startAuditWorker({
        ...{ db, store, clock, log, consequences, wake: deps.wake },
        engine: deps.engine ?? auditProcesses({ publicUrl: config.publicUrl, chromium, now: clock.now }),
        browser: fitness?.usable ?? false,
        alone: config.databaseUrl === undefined,
      }),
    );
  }
  const wake = () => {
    for (const worker of workers) worker.wake();
    deps.wake();
  };
  const asking = { db, store, wake, now: clock.now, ownAddresses: ownAddresses() };
  return {
    routes: {
      ...asking,
      ...{ links, proofs, clock, mode },
      leads: leadAudits(asking),
      limit: rateLimit(config.leadsPerMinute, () => performance.now()),
      publicUrl: config.publicUrl,
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
