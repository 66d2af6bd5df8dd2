import { networkInterfaces } from 'node:os';

/** The addresses that this machine's interfaces have: an audit never visits them. */
export function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((entries) =>
    (entries ?? []).map(({ address }) => address),
  );
}
