import { agency } from './business.ts';
import { decided } from './facts/fact.ts';
import { date } from './facts/kinds.ts';

/** What security.txt says (RFC 9116); SECURITY.md leads to it. */
export const security = {
  /** Who takes reports of weaknesses. */
  contact: agency.email,
  /** ISO date: from then on nobody relies on the file. The RFC recommends less than a year ahead; doctor tells before. */
  expires: decided(
    'security.expires',
    '2027-10-31',
    'le jour jusqu’auquel security.txt est valable (moins d’un an d’avance)',
    date,
  ),
};
