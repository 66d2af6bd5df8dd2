import type { AuditRefusal, AuditState, StepName } from '#domain/audit.ts';
import type { Defaulted } from './column.ts';

/** An express audit that was asked for; whoever has its token may read it. */
export interface AuditsTable {
  /** Opens the report; unguessable. */
  token: string;
  /** Absolute, as it was understood. */
  url: string;
  /** 1 when the visitor typed `http://` or `https://`. */
  scheme_typed: 0 | 1;
  host: string;
  lead_id: string | null;
  /** A keyed hash of the client that asked; only while the audit is unfinished. */
  asker: Defaulted<string | null>;
  state: Defaulted<AuditState>;
  /** What is being looked at; only while it runs. */
  step: Defaulted<StepName | null>;
  /** 1 when a fresh proof of work came with it: those go first. */
  proved: 0 | 1;
  /** Runs that were begun, those that a stopping server gave back excepted. */
  attempts: Defaulted<number>;
  lease_owner: Defaulted<string | null>;
  lease_until: Defaulted<number | null>;
  /** Why there is no report: how the visit ended, or `interrupted`. */
  refusal: Defaulted<AuditRefusal | null>;
  /** What was seen, which other audits of the same address may share. */
  visit_id: Defaulted<string | null>;
  created_at: number;
  /** Of the last run. */
  started_at: Defaulted<number | null>;
  ended_at: Defaulted<number | null>;
  /** When the site was visited: earlier than it was asked for where facts were used again. */
  measured_at: Defaulted<number | null>;
  /** From then on the report cannot be opened, and is purged. */
  expires_at: number;
}

/**
 * What was seen in one visit: stored once, whichever audits show it. A trigger takes it away, and its pictures with it,
 * when the last audit that refers to it is deleted.
 */
export interface AuditVisitsTable {
  /** The token of the audit that made the visit. */
  id: string;
  /** JSON of the facts, and their version; null until the visit has ended. */
  facts: Defaulted<string | null>;
  facts_version: Defaulted<number | null>;
}

/** Apart from the visits, so that whoever reads facts reads no pictures. */
export interface AuditPicturesTable {
  visit_id: string;
  name: string;
  type: 'image/webp' | 'image/jpeg';
  width: number;
  height: number;
  /** Of a frame of the film: milliseconds since the navigation began. */
  at_ms: number | null;
  bytes: Uint8Array;
  /** That of the last audit that shows it. */
  expires_at: number;
}
