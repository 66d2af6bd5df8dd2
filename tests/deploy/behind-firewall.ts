// A program of its own, in an empty network namespace: loads the rules, and tells who reaches what.
// Call: unshare --net node behind-firewall.ts <rules> <user id>. Prints one JSON object: by user, by address, open or not.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { ip, openEnd, otherEnd } from '../support/cable.ts';

const [, , rules = '', account = ''] = process.argv;
const PRIVATE = ['10.9.0.2', 'fd00::2'];
/** Real numbers of the public Internet; what is sent to them stays in the namespace. */
const PUBLIC = ['192.0.66.2', '2001:4860::2'];
const OUTSIDE_PORTS = [53, 80, 443, 5432, 8080];
/** What others than the account listen on, on this machine: the site, a database, a browser's remote control, metrics. */
const OWN_PORTS = [22, 3000, 3001, 6379, 8080, 9090, 9222, 40_000];
/** What the account listens on, as an audit's relay does. */
const RELAY_PORT = 40_001;
/** So few that wait fill the queue of a service: then the kernel answers in another way. */
const BACKLOG = 4;
const TRIES_AT_ONCE = 40;
/** This machine, by its loopback addresses and by one that others know. */
const OWN_HOSTS = ['127.0.0.1', '::1', '10.9.0.1'];
const PATIENCE_MS = 3_000;

/** Of the addresses at both ends of the cable. */
const LENGTH = { v4: 24, v6: 64 };

const listen = (port: number) =>
  new Promise<void>((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.on('error', reject).listen({ port, host: '::', backlog: BACKLOG }, resolve).unref();
  });

if (rules === 'v1') {
  process.send?.('here');
  await once(process, 'message');
  openEnd('v1', [...PRIVATE, ...PUBLIC], LENGTH);
  await Promise.all(OUTSIDE_PORTS.map(listen));
  process.send?.('ready');
  await once(process, 'disconnect');
  process.exit();
}

ip('link', 'set', 'lo', 'up');
ip('link', 'add', 'v0', 'type', 'veth', 'peer', 'name', 'v1');
const outside = await otherEnd(import.meta.filename, 'v1');
const own = [...PRIVATE, ...PUBLIC].map((address) => address.replace(/2$/, '1'));
openEnd('v0', own, LENGTH);
outside.send('begin');
await once(outside, 'message');
await Promise.all(OWN_PORTS.map(listen));
process.seteuid?.(Number(account));
await listen(RELAY_PORT);
process.seteuid?.(0);
execFileSync('nft', ['-f', rules]);

const all = [
  ...[...OWN_PORTS, RELAY_PORT].flatMap((port) => OWN_HOSTS.map((host) => [host, port] as const)),
  ...[...PRIVATE, ...PUBLIC].flatMap((host) => OUTSIDE_PORTS.map((port) => [host, port] as const)),
];
const seen: Record<string, Record<string, boolean>> = {};
for (const [who, uid] of [
  ['root', 0],
  ['account', Number(account)],
] as const) {
  process.seteuid?.(uid);
  const reached = await Promise.all(
    all.map(async ([host, port]) => [`${host} ${port}`, await isOpen(host, port)]),
  );
  if (uid !== 0) {
    const tries = Array.from({ length: TRIES_AT_ONCE }, () => isOpen('127.0.0.1', 6379));
    reached.push(['127.0.0.1 6379, many at once', (await Promise.all(tries)).includes(true)]);
  }
  process.seteuid?.(0);
  seen[who] = Object.fromEntries(reached);
}
console.log(JSON.stringify(seen));
outside.disconnect();
process.exit();

function isOpen(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: PATIENCE_MS });
    const end = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.on('error', () => end(false));
  });
}
