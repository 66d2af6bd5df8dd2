import { GUESS_ENDED, VISIT_ENDED } from '#content/audit.ts';
import { audit } from '#content/pages/audit.ts';
import type { AuditRefusal } from '#domain/audit.ts';

const NO_SITE: Partial<Record<AuditRefusal, (host: string) => string>> = GUESS_ENDED;

/**
 * French, one sentence: why there is no report.
 * @param guess the host, where it was made of an e-mail: then no site there is nobody's mistake
 */
export function reasonOf(refusal: AuditRefusal, guess?: string): string {
  const ofGuess = guess === undefined ? undefined : NO_SITE[refusal]?.(guess);
  if (ofGuess !== undefined) return ofGuess;
  const ours = { ...VISIT_ENDED, ...audit.refused.why };
  return ours[refusal];
}
