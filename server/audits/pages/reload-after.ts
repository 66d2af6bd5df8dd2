import type { AuditView } from '#domain/audit.ts';

const SOON_S = 2;
/** The step `phone` takes more than five seconds and shows nothing before its end. */
const PHONE_S = 4;
const QUEUED_S = 5;

/**
 * After how many seconds a page that shows an audit to a browser without JavaScript loads itself again; undefined once
 * the audit has ended.
 */
export function reloadAfter({
  state,
  step,
  waitSeconds = 0,
}: Pick<AuditView, 'state' | 'step' | 'waitSeconds'>): number | undefined {
  if (state === 'waiting') return waitSeconds > QUEUED_S ? QUEUED_S : SOON_S;
  if (state === 'running') return step === 'phone' ? PHONE_S : SOON_S;
  return undefined;
}
