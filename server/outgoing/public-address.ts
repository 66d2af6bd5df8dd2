import ipaddr from 'ipaddr.js';

/** Public by every register, and yet not for visitors: the control address of a large cloud. */
const DENIED = ['168.63.129.16'];

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Global unicast that was given to nobody, or given back (3ffe::/16).
 * @see https://www.iana.org/assignments/ipv6-unicast-address-assignments
 */
const UNASSIGNED = ['2d00::/8', '2e00::/7', '3000::/4'].map((range) => ipaddr.IPv6.parseCIDR(range));

/**
 * Whether a machine of the public Internet can stand at this number. Anything that is not plainly so is not:
 * private, loopback, link-local, shared, multicast and reserved ranges, all IPv6 outside 2000::/3 (which drops
 * IPv4-mapped, IPv4-compatible and translated forms) or in no registry's hands, IPv4 in ISATAP's form, and `own`.
 * @param address an IPv4 or IPv6 number as a resolver or the URL standard writes it, without brackets
 * @param own our own public addresses, in any spelling
 */
export function isPublicAddress(address: string, own: readonly string[] = []): boolean {
  const parsed = parse(address);
  if (parsed === undefined || parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv6 && !isAssigned(parsed)) return false;
  const text = parsed.toNormalizedString();
  return ![...DENIED, ...own].some((denied) => parse(denied)?.toNormalizedString() === text);
}

function isAssigned(address: ipaddr.IPv6): boolean {
  const { parts } = address;
  // The interface identifier of ISATAP, whatever the bits « universal » and « group » say (RFC 5214, section 6.1).
  const isIsatap = ((parts[4] ?? 0) & 0xfcff) === 0 && parts[5] === 0x5efe;
  return address.match(GLOBAL_UNICAST) && !isIsatap && !UNASSIGNED.some((range) => address.match(range));
}

/** Only the four-part form of IPv4: resolvers and the URL standard write no other. */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address);
  if (address.includes('%') || !ipaddr.IPv6.isValid(address)) return undefined;
  return ipaddr.IPv6.parse(address);
}
