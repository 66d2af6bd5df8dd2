import { cleanEmail, isMailAddress } from './email.ts';
import { isMailboxProvider } from './mailbox-providers.ts';
import { withoutEnd } from './text.ts';

/** Domains that are often typed, and long enough for one wrong letter to be a slip and not another name. */
const OFTEN_TYPED = (
  'gmail.com hotmail.com hotmail.ch hotmail.fr outlook.com yahoo.com yahoo.fr icloud.com protonmail.com ' +
  'bluewin.ch sunrise.ch hispeed.ch netplus.ch infomaniak.ch swissonline.ch quickline.ch citycable.ch freesurf.ch'
).split(' ');

/** The own endings of those whose name is too short for that: only their ending is a slip. */
const OWN_ENDINGS = [
  ...OFTEN_TYPED,
  ...'gmx.ch gmx.net vtxnet.ch vtxmail.ch bluemail.ch romandie.com ik.me etik.com proton.me pm.me live.com live.fr me.com msn.com'.split(
    ' ',
  ),
];

/** Endings that no domain has, by what was meant. */
const WRONG_ENDINGS: Readonly<Record<string, RegExp>> = {
  '.com': /\.(con|cmo|ocm|comm|coom|vom|xom|cpm|cim|c0m)$/,
  '.ch': /\.(c|hc|vh|xh|cj|chh|cch)$/,
};

/**
 * The domain that was probably meant where an address has a likely slip of the finger: a provider's own ending before
 * any other, as `bluewin.con` is no `bluewin.com`.
 * @returns e.g. `gmail.com` for `anne@gmial.com`; undefined where nothing looks like a slip
 */
export function likelyDomain(email: string): string | undefined {
  const domain = cleanEmail(email)
    .slice(cleanEmail(email).lastIndexOf('@') + 1)
    .toLowerCase();
  if (!email.includes('@') || domain === '' || isMailboxProvider(domain)) return undefined;
  const isWhole = domain.includes('.');
  const meant = OFTEN_TYPED.find((known) => {
    const typed = isWhole ? known : known.slice(0, known.indexOf('.'));
    return isOneSlip(domain, typed) || (!isWhole && domain === typed);
  });
  for (const [ending, wrong] of Object.entries(WRONG_ENDINGS)) {
    if (!wrong.test(domain)) continue;
    const name = domain.replace(wrong, '');
    const exact = OWN_ENDINGS.filter((known) => nameOf(known) === name);
    const own = exact.length > 0 ? exact : OFTEN_TYPED.filter((known) => isOneSlip(name, nameOf(known)));
    return own.find((known) => known.endsWith(ending)) ?? own[0] ?? meant ?? name + ending;
  }
  return meant;
}

function nameOf(domain: string): string {
  return domain.slice(0, domain.indexOf('.'));
}

/**
 * The whole address that was probably meant; undefined where nothing looks like a slip. Besides slips of the finger it is
 * what hardly exists: a full stop at the beginning or end of the name, two in a row, a sign left of a link at the end.
 * @param asked the address that the visitor was asked about before: whoever sends it again means it
 */
export function proposedEmail(email: string, asked?: string): string | undefined {
  const address = cleanEmail(email);
  if (asked !== undefined && address === cleanEmail(asked)) return undefined;
  const at = address.lastIndexOf('@');
  if (at === -1) return undefined;
  const name = withoutEnd(address.slice(0, at).replace(/^\.+/, ''), /\./).replace(/\.{2,}/g, '.');
  const meant = `${name}@${likelyDomain(address) ?? address.slice(at + 1)}`;
  const isOther = meant !== address || /[/,;>]$/.test(email.trim());
  return isOther && isMailAddress(meant) ? meant : undefined;
}

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
