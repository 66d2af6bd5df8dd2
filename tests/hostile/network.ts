import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { numberOf } from '../fixtures/audits/internet.ts';

/** The product's address, and who comes to it, in the networks for measurements (RFC 2544): nobody else's. */
export const PRODUCT = '198.18.0.2';
const CABLE_END = '198.18.0.1';
/** Each from a network of its own. */
export const clientAddress = (n: number) => `198.19.${n % 250}.10`;
export const CLIENTS = 250;

/** Where the product asks for names; public by the address rule, as the sites' numbers are. */
export const NAME_SERVER = '192.0.66.253';

/**
 * Gives this network namespace, which must be empty, the addresses of the sites, the name server and the clients, and
 * joins it by a cable to a second one, whose only way out this one is.
 * @param sites how many there are
 * @param folder for the file that names the name server
 * @returns the process that holds the second namespace open until it is killed; its files are this machine's, but for
 * /etc/resolv.conf
 */
export async function openNetwork(sites: number, folder: string): Promise<ChildProcess> {
  const resolvConf = join(folder, 'resolv.conf');
  writeFileSync(resolvConf, `nameserver ${NAME_SERVER}\n`, { mode: 0o644 });
  const inside = `
    mount --bind '${resolvConf}' "$(readlink -f /etc/resolv.conf)"
    ip link set lo up && echo here && read go
    ip link set eth0 up && ip addr add ${PRODUCT}/30 dev eth0 && ip route add default via ${CABLE_END}
    echo ready && exec sleep infinity`;
  const options = ['--net', '--mount', '--propagation', 'private', 'sh', '-ec', inside];
  const holder = spawn('unshare', options, { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(holder.stdout, 'data');
  const own = [NAME_SERVER, ...Array.from({ length: sites }, (_, index) => numberOf(index))];
  const clients = Array.from({ length: CLIENTS }, (_, n) => clientAddress(n));
  const commands = [
    'link set lo up',
    `link add cable type veth peer name eth0 netns ${holder.pid}`,
    'link set cable up',
    `addr add ${CABLE_END}/30 dev cable`,
    ...[...own, ...clients].map((address) => `addr add ${address}/32 dev lo`),
  ];
  execFileSync('ip', ['-batch', '-'], { input: commands.join('\n'), stdio: ['pipe', 'inherit', 'inherit'] });
  holder.stdin.write('go\n');
  await once(holder.stdout, 'data');
  return holder;
}
