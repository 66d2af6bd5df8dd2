import ipaddr from 'ipaddr.js';

/** Public by every register, and yet not for visitors: the control address of a large cloud. */
const DENIED = ['168.63.129.16'];

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether a machine of the public Internet can stand at this number. Anything that is not plainly so is not:
 * private, loopback, link-local, shared, multicast and reserved ranges, all IPv6 outside 2000::/3 (which drops
 * IPv4-mapped, IPv4-compatible and translated forms), and `own`.
 * @param address an IPv4 or IPv6 number as a resolver or the URL standard writes it, without brackets
 * @param own our own public addresses, in any spelling
 */
export function isPublicAddress(address: string, own: readonly string[] = []): boolean {
  const parsed = parse(address);
  if (parsed === undefined || parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_UNICAST)) return false;
  const text = parsed.toNormalizedString();
  return ![...DENIED, ...own].some((denied) => parse(denied)?.toNormalizedString() === text);
}

/** Only the four-part form of IPv4: resolvers and the URL standard write no other. */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address);
  if (address.includes('%') || !ipaddr.IPv6.isValid(address)) return undefined;
  return ipaddr.IPv6.parse(address);
}
