import { domainToUnicode } from 'node:url';

/** The host of an absolute address as people write it: `café.example`, not `xn--caf-dma.example`. */
export function shownHost(address: string): string {
  const { hostname } = new URL(address);
  // Empty for what is no name.
  return domainToUnicode(hostname) || hostname;
}
