import { likelyDomain } from './email-slips.ts';
import { isMailboxProvider } from './mailbox-providers.ts';

const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/**
 * The address of the site that an e-mail address's company probably has: its domain, unless that is a mailbox
 * provider's, or a slip of the finger.
 * @returns a host name in lower case; undefined where nothing can be guessed
 */
export function siteOfEmail(email: string): string | undefined {
  const domain = email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase();
  if (!email.includes('@') || !DOMAIN.test(domain)) return undefined;
  return isMailboxProvider(domain) || likelyDomain(email) !== undefined ? undefined : domain;
}
