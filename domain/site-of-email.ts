import { cleanEmail } from './email.ts';
import { likelyDomain } from './email-slips.ts';
import { isMailboxProvider } from './mailbox-providers.ts';

const DOMAIN = /^[\p{L}\p{M}\p{N}-]+(\.[\p{L}\p{M}\p{N}-]+)+$/u;

/**
 * The address of the site that an e-mail address's company probably has: its domain, unless that is a mailbox
 * provider's, or a slip of the finger.
 * @returns a host name in lower case, as it is read; undefined where nothing can be guessed
 */
export function siteOfEmail(email: string): string | undefined {
  const address = cleanEmail(email);
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  if (!email.includes('@') || !DOMAIN.test(domain)) return undefined;
  return isMailboxProvider(domain) || likelyDomain(email) !== undefined ? undefined : domain;
}
