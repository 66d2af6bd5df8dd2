import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What is no address at all (a proxy that passes on what it was told) is cut, so that it cannot fill the memory. */
const LONGEST_KEY = 64;

/**
 * The networks that an address is counted in, the narrowest first, and how many times the permits of one client each
 * has. A connection is given a /64 of IPv6 at least, a household up to a /56, a company a /48 (RFC 6177). Behind one
 * IPv4 address there may be an office, and behind a /24 the customers of one mobile carrier: its factor leaves room for
 * neighbours that have nothing to do with each other.
 */
const NETWORKS = {
  ipv4: [
    { bits: 32, factor: 1 },
    { bits: 24, factor: 8 },
  ],
  ipv6: [
    { bits: 64, factor: 1 },
    { bits: 56, factor: 4 },
    { bits: 48, factor: 16 },
  ],
} as const;

/** One network that a client is counted in. */
export interface CountedIn {
  readonly key: string;
  /** How many times the permits of one client it has. */
  readonly factor: number;
}

/**
 * The networks that an address is counted in, the narrowest first: that one is the client itself.
 * @param address IP address of the client; undefined if its connection has been reset, after which Node does not report the
 *   address any more. All clients without an address share one key.
 */
export function networksOf(address: string | undefined): readonly [CountedIn, ...CountedIn[]] {
  if (address === undefined) return [{ key: '', factor: 1 }];
  // The zone of a link-local address (RFC 4007) is this machine's own name for a link.
  const bare = withoutPort(address).split('%', 1)[0] ?? address;
  if (isIP(bare) === 0) return [{ key: address.slice(0, LONGEST_KEY), factor: 1 }];
  const parsed = ipaddr.process(bare);
  const [client, ...wider] = NETWORKS[parsed.kind()];
  const inOf = ({ bits, factor }: { readonly bits: number; readonly factor: number }) => ({
    key: keyOf(parsed.toByteArray(), bits),
    factor,
  });
  return [inOf(client), ...wider.map(inOf)];
}

/** Some proxies (Azure's Application Gateway, IIS) tell the port too, another for each connection. */
function withoutPort(address: string): string {
  const [, v4, v6] = /^"?(?:([\d.]+)(?::\d+)|\[([^\]]+)\](?::\d+)?)"?$/.exec(address) ?? [];
  return v4 ?? v6 ?? address;
}

/** What counts as one client: an IPv4 address, or the /64 of an IPv6 one. */
export function clientKey(address: string | undefined): string {
  return networksOf(address)[0].key;
}

/** The widest network that an address is counted in. */
export function widestKey(address: string | undefined): string {
  return networksOf(address).at(-1)?.key ?? '';
}

/** The first bits of an address, whole bytes of them, as it is written; with their number unless they are all of it. */
function keyOf(bytes: readonly number[], bits: number): string {
  const kept = bytes.slice(0, bits / 8);
  if (bytes.length === 4) return kept.length === 4 ? kept.join('.') : `${kept.join('.')}/${bits}`;
  const groups = Array.from({ length: Math.ceil(kept.length / 2) }, (_, index) => {
    const [high = 0, low = 0] = kept.slice(index * 2, index * 2 + 2);
    return ((high << 8) | low).toString(16);
  });
  return `${groups.join(':')}::/${bits}`;
}
