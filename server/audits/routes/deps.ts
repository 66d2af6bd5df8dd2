import type { AuditMode } from '../../config/env.ts';
import type { FormProofs } from '../../http/limits/form-proof.ts';
import type { RateLimit } from '../../http/limits/rate-limit.ts';
import type { Links } from '../../messages/links.ts';
import type { Clock } from '../../system/clock.ts';
import type { AskDeps } from '../queue/ask.ts';
import type { LeadAudits } from '../queue/lead-audits.ts';

/** What the routes of the audits share. */
export interface AuditRouteDeps extends AskDeps {
  /** `off`: no audit is taken; reports that are there stay. */
  readonly mode: AuditMode;
  readonly links: Links;
  readonly proofs: FormProofs;
  /** Audits that one client may ask for in a minute. */
  readonly limit: RateLimit;
  /** Audits that follow from a lead, whose visitor has named no address. */
  readonly leads: LeadAudits;
  readonly clock: Clock;
  /** Our own public addresses, which are never visited. */
  readonly ownAddresses: readonly string[];
  /** Origin of the site. */
  readonly publicUrl: string;
}
