import { isIPv6 } from 'node:net';

/** What is no address at all (a proxy that passes on what it was told) is cut, so that it cannot fill the memory. */
const LONGEST_KEY = 64;

/**
 * What counts as one client: an IPv4 address, or the /64 of an IPv6 one, since a single connection
 * is given a whole /64 (RFC 6177) and could change its address at each request.
 */
export function clientKey(address: string): string {
  const bare = address.split('%', 1)[0] ?? address;
  if (!isIPv6(bare)) return address.slice(0, LONGEST_KEY);
  const groups = groupsOf(bare);
  return mappedIpv4(groups) ?? `${groups.slice(0, 4).map(hex).join(':')}::/64`;
}

/** The eight numbers of an IPv6 address, however it was written (RFC 4291, section 2.2). */
function groupsOf(address: string): number[] {
  const dotted = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const [a = 0, b = 0, c = 0, d = 0] = dotted?.slice(1).map(Number) ?? [];
  const plain = dotted ? address.replace(dotted[0], `${hex(a * 256 + b)}:${hex(c * 256 + d)}`) : address;
  const [left = [], right = []] = plain.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16));
}

/** The IPv4 address inside ::ffff:0:0/96 (RFC 4291, section 2.5.5.2). */
function mappedIpv4(groups: readonly number[]): string | undefined {
  const [mark, high = 0, low = 0] = groups.slice(5);
  if (mark !== 0xffff || groups.slice(0, 5).some((group) => group !== 0)) return undefined;
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function hex(group: number): string {
  return group.toString(16);
}
