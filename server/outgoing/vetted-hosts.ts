import { isIP, type Socket } from 'node:net';
import type { Secret } from '../config/secrets.ts';
import type { Network } from './network.ts';
import { isPublicAddress } from './public-address.ts';

export type AddressRefusal = 'name-not-found' | 'not-public' | 'unreachable';

/** A host that is not visited; `reason` says why. */
export class HostRefused extends Error {
  readonly reason: AddressRefusal;

  constructor(reason: AddressRefusal, host: string) {
    super(`${host}: ${reason}`);
    this.name = 'HostRefused';
    this.reason = reason;
  }
}

export interface VettedHosts {
  /**
   * A connection to `host`, on a number that was found public and is kept for the whole audit.
   * Throws `HostRefused`.
   */
  readonly connect: (host: string, port: number) => Promise<Socket>;
}

export interface VettedHostsOptions {
  /** IP addresses under which this server is reached from outside; a host that resolves to one of them is refused. */
  readonly own?: readonly string[];
  /**
   * The host of our own public address, name or number. Behind a translating router its number is on no interface of
   * this machine, so it is asked of the name servers, as a visitor's browser would.
   */
  readonly ownHost?: string | undefined;
  /** The address of the owner's settings that leads there, and its host, which may be this machine. */
  readonly set?: { readonly address: Secret; readonly host: string } | undefined;
  /** How long a name server and a connection may take, in milliseconds. */
  readonly timeoutMs?: number;
}

/**
 * Whether the address of a setting led to this machine's own public numbers when it was asked first. What the owner has
 * set is what she wants, be it another program here; what a name is changed to afterwards is somebody else's word.
 */
const ledHere = new WeakMap<Secret, boolean>();

const TIMEOUT_MS = 6_000;
const TRIED = 4;
/** Browsers wait as long before they try a host's next number beside the first (RFC 8305). */
const NEXT_MS = 300;

/**
 * The hosts of one audit: each name is resolved once, one number that is not public refuses it, and only numbers
 * from that one answer are ever dialled, so a name that changes its answer changes nothing.
 */
export function vettedHosts(network: Network, options: VettedHostsOptions = {}): VettedHosts {
  const { own = [], ownHost, set, timeoutMs = TIMEOUT_MS } = options;
  const known = new Map<string, Promise<readonly string[]>>();

  let ours: Promise<readonly string[]> | undefined;

  /** A name of ours that no name server knows leads nobody here. */
  async function ownNumbers(): Promise<readonly string[]> {
    const numbers = ownHost === undefined ? [] : await numbersOf(ownHost).catch(() => []);
    return [...own, ...numbers];
  }

  async function vet(host: string): Promise<readonly string[]> {
    ours ??= ownNumbers();
    const [numbers, own] = await Promise.all([numbersOf(host), ours]);
    if (numbers.length === 0) throw new HostRefused('name-not-found', host);
    const denied = isAllowedHere(host, numbers, own) ? [] : own;
    if (!numbers.every((number) => isPublicAddress(number, denied)))
      throw new HostRefused('not-public', host);
    return [...numbers].sort((a, b) => isIP(a) - isIP(b)).slice(0, TRIED);
  }

  /** Whether it is what the owner's setting names, and led to this machine from the first. */
  function isAllowedHere(host: string, numbers: readonly string[], own: readonly string[]): boolean {
    if (set === undefined || host !== set.host) return false;
    const isHere = numbers.some((number) => isPublicAddress(number) && !isPublicAddress(number, own));
    const wasHere = ledHere.get(set.address) ?? isHere;
    ledHere.set(set.address, wasHere);
    return wasHere;
  }

  async function numbersOf(host: string): Promise<readonly string[]> {
    return isIP(host) === 0 ? resolved(host) : [host];
  }

  async function resolved(host: string): Promise<readonly string[]> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new HostRefused('unreachable', host)), timeoutMs);
    });
    try {
      return await Promise.race([network.resolve(host), late]);
    } catch (error) {
      if (error instanceof HostRefused) throw error;
      // As a name without numbers, which is refused as late as one with private numbers is.
      return [];
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async connect(typedHost, port) {
      const host = typedHost.toLowerCase().replace(/\.$/, '');
      let vetted = known.get(host);
      if (vetted === undefined) {
        vetted = vet(host);
        known.set(host, vetted);
      }
      const socket = await firstConnected(await vetted, (address) =>
        connected(network.connect(address, port), timeoutMs),
      );
      if (socket === undefined) throw new HostRefused('unreachable', host);
      return socket;
    },
  };
}

/**
 * The first connection of those to several numbers, each tried as soon as the one before has failed or kept silent for a
 * moment: one dead number of a host is nothing that its visitors notice.
 */
async function firstConnected(
  addresses: readonly string[],
  dial: (address: string) => Promise<Socket | undefined>,
): Promise<Socket | undefined> {
  const { promise, resolve } = Promise.withResolvers<Socket | undefined>();
  let won = false;
  const tries: Promise<void>[] = [];
  for (const address of addresses) {
    const tried = dial(address).then((socket) => {
      if (socket === undefined) return;
      if (won) socket.destroy();
      won = true;
      resolve(socket);
    });
    tries.push(tried);
    let timer: NodeJS.Timeout | undefined;
    const moment = new Promise<void>((done) => {
      timer = setTimeout(done, NEXT_MS);
    });
    await Promise.race([tried, moment]);
    clearTimeout(timer);
    if (won) break;
  }
  void Promise.all(tries).then(() => resolve(undefined));
  return promise;
}

function connected(socket: Socket, timeoutMs: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const settle = (result: Socket | undefined) => {
      clearTimeout(timer);
      socket.off('connect', succeed);
      if (result === undefined) socket.destroy();
      resolve(result);
    };
    const succeed = () => settle(socket);
    const timer = setTimeout(() => settle(undefined), timeoutMs);
    socket.once('connect', succeed);
    // Stays: an error after the time limit must not end the process either.
    socket.on('error', () => settle(undefined));
  });
}
