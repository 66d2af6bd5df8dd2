import type { AskedAddress, Audit, AuditStep } from '../run-audit.ts';

export interface AuditRun {
  /** False: HTTP only. */
  readonly browser: boolean;
  /** Aborts when nobody waits for the result any more: the visit then ends at once, and may reject. */
  readonly signal: AbortSignal;
  readonly onStep: (step: AuditStep) => void;
}

/** One visit to one site; rejects only through a fault of its own, never because of what the site does. */
export type AuditEngine = (asked: AskedAddress, run: AuditRun) => Promise<Audit>;
