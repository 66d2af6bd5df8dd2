import { execFileSync } from 'node:child_process';
import type { AtEnd } from '../service/temporary-folder.ts';
import { ip, openEnd } from '../support/cable.ts';

/** Networks for measurements and for documents (RFC 2544, RFC 3849): nobody else's. */
export const SITE_ADDRESS = { v4: '198.18.48.2', v6: '2001:db8:48::2' } as const;
/** The address of the machine that runs the walk, on its network with the booted one. */
export const OUTSIDE = '198.18.48.1';

/** Visitors: of version 4 each an address, of version 6 each a network as a provider gives one to a household. */
export const VISITORS = {
  v4: (n: number) => `198.18.48.${10 + n}`,
  v6: (n: number) => `2001:db8:48:${n.toString(16)}::7`,
};
const COUNT = 40;

const LINK = 'oui48bare';
const LENGTH = { v4: 24, v6: 48 };

/** Joins a machine's network namespace to this one by a cable, with the addresses of all visitors at this end. */
export function connectMachine(pid: number, atEnd: AtEnd): void {
  ip('link', 'add', LINK, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(pid));
  atEnd(() => {
    // Gone with the machine, unless that still lives.
    try {
      ip('link', 'del', LINK);
    } catch {}
  });
  const inside = (...args: string[]) =>
    execFileSync('nsenter', ['--target', String(pid), '--net', 'ip', ...args], { stdio: 'pipe' });
  const numbers = Array.from({ length: COUNT }, (_, index) => index + 1);
  const visitors = numbers.flatMap((n) => [VISITORS.v4(n), VISITORS.v6(n)]);
  openEnd(LINK, [OUTSIDE, '2001:db8:48::1', ...visitors], LENGTH);
  openEnd('eth0', Object.values(SITE_ADDRESS), LENGTH, inside);
}
