import type { Instant } from '#domain/instant.ts';
import type { Facts, PagePicture } from '../audit-facts.ts';
import type { AskedAddress, AuditStep, VisitDeps, VisitResult } from './run-audit.ts';

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
export type AuditEngine = (asked: AskedAddress, run: AuditRun) => Promise<VisitResult>;

/** What an audit meets outside its own code: the network above all. Tests bring another. */
export type AuditEnvironment = Pick<VisitDeps, 'network' | 'load' | 'limits' | 'seams'>;

/** Names the environment of an audit, since functions cannot be handed to another process. */
export interface EnvironmentModule {
  /** URL of a module that exports `open(options)`, which returns an `AuditEnvironment`. */
  readonly module: string;
  /** Plain data. */
  readonly options?: unknown;
}

/** One line of JSON on the process's standard input. When that input ends, nobody waits for the audit any more. */
export interface Order extends Pick<VisitDeps, 'browser' | 'publicUrl' | 'ownAddresses' | 'chromium'> {
  readonly asked: AskedAddress;
  /** When the audit is measured. */
  readonly now: Instant;
  readonly environment?: EnvironmentModule | undefined;
}

/** A picture as JSON. */
type SentPicture = Omit<PagePicture, 'bytes'> & { readonly base64: string };

/** What the process says, a line of JSON each, on file descriptor 3: steps, what was seen so far, and at last the audit. */
export type ProcessLine =
  | (Omit<AuditStep, 'picture'> & { readonly picture?: SentPicture })
  | { readonly audit: { readonly facts: Facts; readonly pictures: readonly SentPicture[] } };

export function toSent({ bytes, ...picture }: PagePicture): SentPicture {
  return { ...picture, base64: Buffer.from(bytes).toString('base64') };
}

export function fromSent({ base64, ...picture }: SentPicture): PagePicture {
  return { ...picture, bytes: Buffer.from(base64, 'base64') };
}
