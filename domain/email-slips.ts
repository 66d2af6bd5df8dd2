import { isMailboxProvider } from './mailbox-providers.ts';

/** Domains that are often typed, and long enough for one wrong letter to be a slip and not another name. */
const OFTEN_TYPED = (
  'gmail.com hotmail.com hotmail.ch hotmail.fr outlook.com yahoo.com yahoo.fr icloud.com protonmail.com ' +
  'bluewin.ch sunrise.ch hispeed.ch netplus.ch infomaniak.ch'
).split(' ');

/** Endings that no domain has, by what was meant. */
const WRONG_ENDINGS: Readonly<Record<string, RegExp>> = {
  '.com': /\.(con|cmo|ocm|comm|coom|vom|xom|cpm|cim|c0m)$/,
  '.ch': /\.(c|hc|vh|xh|cj|chh|cch)$/,
};

/**
 * The domain that was probably meant where an address has a likely slip of the finger.
 * @returns e.g. `gmail.com` for `anne@gmial.com`; undefined where nothing looks like a slip
 */
export function likelyDomain(email: string): string | undefined {
  const domain = email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase();
  if (!email.includes('@') || domain === '' || isMailboxProvider(domain)) return undefined;
  const isWhole = domain.includes('.');
  const meant = OFTEN_TYPED.find((known) => {
    const typed = isWhole ? known : known.slice(0, known.indexOf('.'));
    return isOneSlip(domain, typed) || (!isWhole && domain === typed);
  });
  if (meant) return meant;
  for (const [ending, wrong] of Object.entries(WRONG_ENDINGS))
    if (wrong.test(domain)) return domain.replace(wrong, ending);
  return undefined;
}

/**
 * The whole address that was probably meant; undefined where nothing looks like a slip.
 * @param asked the address that the visitor was asked about before: whoever sends it again means it
 */
export function proposedEmail(email: string, asked?: string): string | undefined {
  const domain = email === asked ? undefined : likelyDomain(email);
  return domain && `${email.slice(0, email.lastIndexOf('@'))}@${domain}`;
}

/** The field of a form without JavaScript that was shown again: the address that it has asked about. */
export const ASKED_ADDRESS = 'adresse';

/** Whether one letter is wrong, missing, too many, or has changed places with its neighbour. */
function isOneSlip(typed: string, meant: string): boolean {
  if (typed === meant) return false;
  let same = 0;
  while (typed[same] === meant[same]) same++;
  const a = typed.slice(same);
  const b = meant.slice(same);
  const isSwapped = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
  return a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1) || isSwapped;
}
