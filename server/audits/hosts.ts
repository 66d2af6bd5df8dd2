import { domainToUnicode } from 'node:url';
import { getDomain } from 'tldts';

/** The site that a host belongs to, by the Public Suffix List: example.co.uk of www.example.co.uk. */
export function siteOf(host: string): string {
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}

/** The host of an absolute address as people write it: `café.example`, not `xn--caf-dma.example`. */
export function shownHost(address: string): string {
  const { hostname } = new URL(address);
  // Empty for what is no name.
  return domainToUnicode(hostname) || hostname;
}
