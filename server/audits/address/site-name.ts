import { getDomain } from 'tldts';

/** The site that a host belongs to, by the Public Suffix List: example.co.uk of www.example.co.uk. */
export function siteOf(host: string): string {
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}
