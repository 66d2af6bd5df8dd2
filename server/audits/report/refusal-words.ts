import { VISIT_ENDED } from '#content/audit.ts';
import { audit } from '#content/pages/audit.ts';
import type { AuditRefusal } from '#domain/audit.ts';

/** French, one sentence: why there is no report. */
export function reasonOf(refusal: AuditRefusal): string {
  return refusal === 'interrupted' ? audit.refused.interrupted : VISIT_ENDED[refusal];
}
