import { cleanText, withoutEnd, withoutUnseen } from './text.ts';

/**
 * One address that a mail can go to, and nothing that a mail program could take for two: a domain of labels with a dot
 * between them, each of letters, digits, hyphens within it, and at most 63 characters (RFC 1035, 2.3.4), the last not of
 * digits alone (RFC 3696, 2). Before the @ any sign may stand that needs no quotes (RFC 5322, 3.2.3), `?` and `/` as well.
 */
const MAIL_ADDRESS =
  /^[^\s@<>,;:"()[\]\\]{1,64}@(?:[\w\u00a1-\u{10ffff}](?:[\w\-\u00a1-\u{10ffff}]{0,61}[\w\u00a1-\u{10ffff}])?\.)+(?![0-9]+$)[\w\u00a1-\u{10ffff}](?:[\w\-\u00a1-\u{10ffff}]{0,61}[\w\u00a1-\u{10ffff}])?$/u;

/** Characters. */
export const LONGEST_EMAIL = 254;

/** Characters (RFC 1035, 2.3.4). To decode a longer one would take the square of its length. */
const LONGEST_LABEL = 63;

/** Whether mail can be sent to the text as it is: the one rule for forms, mails and settings. */
export function isMailAddress(text: string): boolean {
  return (
    text.length <= LONGEST_EMAIL && MAIL_ADDRESS.test(text) && !/\p{Z}/u.test(text) && clean(text) === text
  );
}

/** Joiners are of names in Persian and of emoji; in an address nobody means one. */
function clean(typed: string): string {
  return withoutUnseen(cleanText(typed)).replace(/[\u034f\u180b-\u180d\u180f\u200c-\u200d]/g, '');
}

/**
 * The address that is meant, out of what was typed or pasted: without what nobody sees, without the name beside it and the signs that
 * a link or a sentence leaves at its end, and the domain in its readable spelling, so that `xn--zrich-kva.ch` and `zürich.ch` are
 * stored, compared, searched and erased as one. An ASCII address keeps its capitals.
 */
export function cleanEmail(typed: string): string {
  const named = clean(typed)
    .replace(/^[^<>]*<([^<>]+)>$/, '$1')
    .replace(/^mailto:/i, '');
  const address = named.includes('@') ? withoutEnd(named, /[/,;.>]/) : named;
  const at = address.lastIndexOf('@');
  return at === -1 ? address : address.slice(0, at + 1) + readableDomain(address.slice(at + 1));
}

/** The link that writes to an address (RFC 6068, 2): a `?` in its name would begin the subject, a `#` end the link. */
export function mailtoLink(address: string): string {
  return `mailto:${encodeURIComponent(address).replace(/%(?:40|2B|24)/g, decodeURIComponent)}`;
}

/** What is wrong with a cleaned address, in French; undefined when mail can be sent to it. */
export function faultOfEmail(text: string): string | undefined {
  if (isMailAddress(text)) return undefined;
  const at = text.lastIndexOf('@');
  if (at === -1) return 'L’adresse e-mail doit contenir un «\u202f@\u202f».';
  if (at === 0) return 'Il manque le début de l’adresse e-mail, avant le «\u202f@\u202f».';
  const ending = /\.\d+$/.exec(text)?.[0];
  if (ending !== undefined && isMailAddress(`${text.slice(0, -ending.length)}.ch`))
    return `Aucune adresse e-mail ne finit par «\u202f${ending}\u202f». Vérifiez la fin de la vôtre.`;
  if (isMailAddress(`${text}.ch`))
    return 'Il manque la fin de l’adresse e-mail. Écrivez le domaine en entier, par exemple «\u202fentreprise.ch\u202f».';
  if (/[@.]-|-(\.|$)/.test(text.slice(at)))
    return 'Après le «\u202f@\u202f», aucune partie de l’adresse e-mail ne commence ou ne finit par un trait d’union.';
  return 'L’adresse e-mail n’est pas valable. Vérifiez qu’elle ne contient ni espace ni signe de trop.';
}

/** A domain as a person reads it; ASCII ones without punycode stay as they are typed. */
function readableDomain(domain: string): string {
  const readable = domain
    .split(/[.\u3002\uff0e\uff61]/)
    .map((label) => (/^xn--/i.test(label) ? (decodedLabel(label) ?? label) : label))
    .join('.');
  // As names of hosts are compared (UTS 46); capitals of an ASCII one are the visitor's own.
  return /[\u0080-\u{10ffff}]/u.test(readable) ? readable.normalize('NFKC').toLowerCase() : readable;
}

/**
 * A label in punycode, decoded (RFC 3492, 6.2); undefined where it is no punycode, or hides what is none of a name: what
 * is not letters, digits or signs, or reads as another label does.
 */
function decodedLabel(label: string): string | undefined {
  if (label.length > LONGEST_LABEL) return undefined;
  const text = label.slice(4).toLowerCase();
  const hyphen = text.lastIndexOf('-');
  const points = [...text.slice(0, Math.max(hyphen, 0))].map((sign) => sign.codePointAt(0) ?? 0);
  let [point, bias, index] = [128, 72, 0];
  for (let from = hyphen + 1; from < text.length; ) {
    const before = index;
    for (let weight = 1, k = 36; ; k += 36) {
      const digit = '0123456789'.includes(text.charAt(from))
        ? Number(text.charAt(from)) + 26
        : text.charCodeAt(from) - 97;
      from += 1;
      if (!(digit >= 0 && digit < 36)) return undefined;
      index += digit * weight;
      const threshold = Math.min(Math.max(k - bias, 1), 26);
      if (digit < threshold) break;
      weight *= 36 - threshold;
      if (weight > 2 ** 31) return undefined;
    }
    const length = points.length + 1;
    let delta = Math.floor((index - before) / (before === 0 ? 700 : 2));
    delta += Math.floor(delta / length);
    let k = 0;
    for (; delta > 455; k += 36) delta = Math.floor(delta / 35);
    bias = k + Math.floor((36 * delta) / (delta + 38));
    point += Math.floor(index / length);
    index %= length;
    if (point > 0x10ffff) return undefined;
    points.splice(index, 0, point);
    index += 1;
  }
  const decoded = String.fromCodePoint(...points);
  const isName = /^[\p{L}\p{M}\p{N}\p{So}-]+$/u.test(decoded) && /[^\0-\x7f]/.test(decoded);
  return isName && decoded === decoded.normalize('NFKC').toLowerCase() && clean(decoded) === decoded
    ? decoded
    : undefined;
}
