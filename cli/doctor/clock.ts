import { readableDuration } from '../leads/print/when.ts';
import { blocks, type Finding } from './finding.ts';

/** A provider's answer says the time to the second, and may have been on its way for a few. */
const MOST_MS = 2 * 60_000;

/**
 * Whether this machine's clock is right, by the time that another one's answer carries.
 * @param date the answer's `Date`; null: it has none
 * @param now this machine's time when the answer came, in milliseconds since the epoch
 */
export function checkClock(date: string | null, now: number): Finding[] {
  const theirs = date === null ? Number.NaN : Date.parse(date);
  const ahead = now - theirs;
  if (Number.isNaN(theirs) || Math.abs(ahead) <= MOST_MS) return [];
  return [
    blocks(
      `L’horloge de cette machine ${ahead > 0 ? 'avance' : 'retarde'} de ${readableDuration(Math.abs(ahead))} sur celle d’Airtable : délais, rappels et rendez-vous seraient faux. Rien n’est perdu. ` +
        'Réglez-la (timedatectl set-ntp true), puis relancez npm run doctor.',
    ),
  ];
}
