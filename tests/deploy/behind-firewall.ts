// A program of its own, in an empty network namespace: loads the rules, and tells who reaches what.
// Call: unshare --net node behind-firewall.ts <rules> <user id>. Prints one JSON object: by user, by address, open or not.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

const [, , rules = '', account = ''] = process.argv;
const PRIVATE = ['10.9.0.2', 'fd00::2'];
/** Real numbers of the public Internet; what is sent to them stays in the namespace. */
const PUBLIC = ['192.0.66.2', '2001:4860::2'];
const OUTSIDE_PORTS = [53, 80, 443, 5432, 8080];
const OWN_PORTS = [22, 3000, 3001, 40_000];
const PATIENCE_MS = 3_000;

const ip = (...args: string[]) => execFileSync('ip', args);
const listen = (port: number) =>
  new Promise<void>((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.on('error', reject).listen(port, '::', resolve).unref();
  });

if (rules === 'outside') {
  process.send?.('here');
  await once(process, 'message');
  ip('link', 'set', 'v1', 'up');
  for (const address of [...PRIVATE, ...PUBLIC])
    ip('addr', 'add', withNet(address), 'dev', 'v1', ...quick(address));
  await Promise.all(OUTSIDE_PORTS.map(listen));
  process.send?.('ready');
  await once(process, 'disconnect');
  process.exit();
}

ip('link', 'set', 'lo', 'up');
ip('link', 'add', 'v0', 'type', 'veth', 'peer', 'name', 'v1');
const outside = spawn('unshare', ['--net', process.execPath, import.meta.filename, 'outside'], {
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
});
// It has its own namespace by now.
await once(outside, 'message');
ip('link', 'set', 'v1', 'netns', String(outside.pid));
ip('link', 'set', 'v0', 'up');
for (const address of [...PRIVATE, ...PUBLIC]) {
  const own = address.replace(/2$/, '1');
  ip('addr', 'add', withNet(own), 'dev', 'v0', ...quick(own));
}
outside.send('begin');
await once(outside, 'message');
await Promise.all(OWN_PORTS.map(listen));
execFileSync('nft', ['-f', rules]);

const all = [
  ...OWN_PORTS.map((port) => ['127.0.0.1', port] as const),
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

function withNet(address: string): string {
  return address.includes(':') ? `${address}/64` : `${address}/24`;
}

/** An IPv6 address can be used at once. */
function quick(address: string): string[] {
  return address.includes(':') ? ['nodad'] : [];
}
