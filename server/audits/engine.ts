import type { AskedAddress, Audit, AuditStep } from './run-audit.ts';

export interface AuditRun {
  /** False: HTTP only. */
  readonly browser: boolean;
  /** Aborts when nobody waits for the result any more: the visit then ends at once, and may reject. */
  readonly signal: AbortSignal;
  readonly onStep: (step: AuditStep) => void;
}

/** The audit ended its own process: the same address would do so again. */
export class AuditKilled extends Error {
  override readonly name = 'AuditKilled';
}

/**
 * One visit to one site. Rejects with `AuditKilled` where the site brought the audit itself down, and with another error
 * only through a fault that has nothing to do with the site.
 */
export type AuditEngine = (asked: AskedAddress, run: AuditRun) => Promise<Audit>;
