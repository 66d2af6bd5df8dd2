import { STEPS_ASKED } from '#domain/steps.ts';
import { all, STEPS } from '../markup.ts';

/** The progress says that the audit was asked for. */
export function tickAudit(): void {
  for (const steps of all(STEPS)) steps.setAttribute(STEPS, STEPS_ASKED);
}
