import { mails } from '#content/mails.ts';
import type { Instant } from '#domain/instant.ts';
import { frenchTime } from '../../system/french-time.ts';
import { isLate, type Owed } from '../follow-up/due-promises.ts';

/**
 * By when something is owed, in words that are true when the mail leaves: what is late is not to come, and of a call
 * whose hour has come nobody has said whether it took place.
 */
export function owedBy(owed: Owed, now: Instant): string {
  const { ahead, late, unsaid } = mails.owner.by;
  if (isLate(owed, now)) return late(frenchTime(owed.until));
  return (owed.until < now ? unsaid : ahead)(frenchTime(owed.until));
}
