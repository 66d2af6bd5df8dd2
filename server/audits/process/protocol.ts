import type { StepName } from '#domain/audit.ts';
import type { Instant } from '#domain/instant.ts';
import type { Facts } from '../facts/facts.ts';
import type { Picture } from '../facts/picture.ts';
import type { AskedAddress, AuditDeps } from '../run-audit.ts';

/** What an audit meets outside its own code: the network above all. Tests bring another. */
export type AuditEnvironment = Pick<AuditDeps, 'network' | 'load' | 'limits' | 'seams'>;

/** Names the environment of an audit, since functions cannot be handed to another process. */
export interface EnvironmentModule {
  /** URL of a module that exports `open(options)`, which returns an `AuditEnvironment`. */
  readonly module: string;
  /** Plain data. */
  readonly options?: unknown;
}

/** One line of JSON on the process's standard input. When that input ends, nobody waits for the audit any more. */
export interface Order {
  readonly asked: AskedAddress;
  readonly browser: boolean;
  readonly publicUrl: string;
  readonly ownAddresses: readonly string[];
  readonly chromium?: string | undefined;
  /** When the audit is measured. */
  readonly now: Instant;
  readonly environment: EnvironmentModule;
}

/** A picture as JSON. */
export type SentPicture = Omit<Picture, 'bytes'> & { readonly base64: string };

/** What the process says, a line of JSON each, on file descriptor 3: steps, what was seen so far, and at last the audit. */
export type Told =
  | { readonly step: StepName; readonly picture?: SentPicture; readonly facts?: Facts }
  | { readonly audit: { readonly facts: Facts; readonly pictures: readonly SentPicture[] } };

export function toSent({ bytes, ...picture }: Picture): SentPicture {
  return { ...picture, base64: Buffer.from(bytes).toString('base64') };
}

export function fromSent({ base64, ...picture }: SentPicture): Picture {
  return { ...picture, bytes: Buffer.from(base64, 'base64') };
}
