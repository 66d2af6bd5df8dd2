import ipaddr from 'ipaddr.js';

/** What is no address at all (a proxy that passes on what it was told) is cut, so that it cannot fill the memory. */
const LONGEST_KEY = 64;

/**
 * What counts as one client: an IPv4 address, or the /64 of an IPv6 one, since a single connection
 * is given a whole /64 (RFC 6177) and could change its address at each request.
 */
export function clientKey(address: string): string {
  // The zone of a link-local address (RFC 4007) is this machine's own name for a link.
  const bare = address.split('%', 1)[0] ?? address;
  if (!ipaddr.isValid(bare)) return address.slice(0, LONGEST_KEY);
  const parsed = ipaddr.process(bare);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}
