import { domainToASCII } from 'node:url';
import { cleanEmail } from '#domain/email.ts';

/** What a provider ignores before the @, and the name under which all of its domains are counted. */
interface Spelling {
  readonly ignored: RegExp;
  readonly counted: string;
}

const GMAIL: Spelling = { ignored: /\./g, counted: 'gmail.com' };
/** https://proton.me/support/addresses-and-aliases */
const PROTON: Spelling = { ignored: /[._-]/g, counted: 'proton.me' };

const SPELLINGS = new Map([
  ['gmail.com', GMAIL],
  ['googlemail.com', GMAIL],
  ['proton.me', PROTON],
  ['protonmail.com', PROTON],
  ['protonmail.ch', PROTON],
  ['pm.me', PROTON],
]);

/** `anything@name.fastmail.com` is a mail to `name@fastmail.com`. */
const SUBDOMAIN = /^([^.]+)\.(fastmail\.com)$/;

/**
 * What all spellings of one mailbox have in common: in lower case, its domain in punycode, without its `+tag`, and
 * without what its provider ignores. For counting only: mails go to the address as it was given.
 */
export function mailboxKey(email: string): string {
  const address = cleanEmail(email).normalize().toLowerCase();
  const at = address.lastIndexOf('@');
  if (at < 0) return address;
  const written = address.slice(at + 1);
  // Empty where it is no name of a host.
  const domain = domainToASCII(written) || written;
  const [, owner, provider] = SUBDOMAIN.exec(domain) ?? [];
  if (owner !== undefined) return `${owner}@${provider}`;
  const local = address.slice(0, at);
  const tag = local.indexOf('+');
  // A plus at the very beginning begins no tag: nothing would be left of the name.
  const name = tag > 0 ? local.slice(0, tag) : local;
  const spelling = SPELLINGS.get(domain);
  return spelling === undefined
    ? `${name}@${domain}`
    : `${name.replaceAll(spelling.ignored, '')}@${spelling.counted}`;
}
