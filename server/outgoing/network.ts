import { Resolver } from 'node:dns/promises';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';

/** The way out. Tests bring another; nothing of it can be set from outside. */
export interface Network {
  /** All numbers that `host` has; rejects or is empty when it has none. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  /** Begins a TCP connection to a number that was vetted. */
  readonly connect: (address: string, port: number) => Socket;
  /** The numbers that this machine's interfaces have; absent: none. */
  readonly own?: () => readonly string[];
}

/** The numbers that this machine's interfaces have. Behind a translating router none of them is its public one. */
export function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((entries) =>
    (entries ?? []).map(({ address }) => address),
  );
}

const ABSENT = ['ENOTFOUND', 'ENODATA'];

/**
 * The system's name servers and TCP. Names are asked without the thread pool, which files and compression share,
 * and without `/etc/hosts`, whose names are none of the public Internet's.
 */
export function systemNetwork(): Network {
  return {
    async resolve(host) {
      const resolver = new Resolver({ timeout: 2_000, tries: 2 });
      const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      const numbers = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      if (numbers.length > 0) return numbers;
      const failure = answers.find(
        (answer) => answer.status === 'rejected' && !ABSENT.includes(String(answer.reason?.code)),
      );
      if (failure?.status === 'rejected') throw failure.reason;
      return [];
    },
    connect: (address, port) => connect({ host: address, port, autoSelectFamily: false }),
    own: ownAddresses,
  };
}
