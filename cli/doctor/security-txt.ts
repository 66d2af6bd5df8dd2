import { security } from '#content/security.ts';
import type { Instant } from '#domain/instant.ts';
import { type Finding, mend } from './finding.ts';

/** Told so long before the end: a build and an update are needed for the new date. */
const AHEAD_MS = 30 * 24 * 60 * 60_000;

/** Whether security.txt ends soon, or has ended: readers then take it for abandoned (RFC 9116, section 2.5.5). */
export function checkSecurityTxt(now: Instant): Finding[] {
  if (Date.parse(security.expires) - now > AHEAD_MS) return [];
  return [
    mend(
      `/.well-known/security.txt n’est valable que jusqu’au ${security.expires} : ensuite, qui trouve une faille ne s’y fie plus. ` +
        'Mettez expires: à une date dans moins d’un an dans facts/security.yaml, puis npm run build.',
    ),
  ];
}
