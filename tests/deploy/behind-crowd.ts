// A program of its own, in an empty network namespace: a proxy with the shipped files in front of a site that always
// answers, and on the other end of a cable 2,000 slow connections from one source, and honest visitors from others.
// Call: unshare --net node behind-crowd.ts <nginx|caddy> <rules, or - for none>. Prints one JSON object, `Crowd`.
import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { ProxyName } from '#scripts/support/programs.ts';
import { ip, openEnd, otherEnd } from '../support/cable.ts';
import { type RunningProxy, startProxy } from './proxy.ts';
import { visitor } from './visitor.ts';

/** What the other end of the cable has seen. */
export interface Crowd {
  /** Slow connections that were taken: of one IPv4 address, and of three addresses of one IPv6 /64. */
  readonly slow: { readonly v4: number; readonly v6: number };
  /** Statuses that others got meanwhile: from another IPv4 address, from another /64, and many at once from one address. */
  readonly honest: { readonly v4: number[]; readonly v6: number[]; readonly office: number[] };
  /** Of requests that are never answered, from one /64: those that the proxy refused, by their answers. */
  readonly refused: readonly { readonly status: number; readonly retryAfter: unknown }[];
}

interface Door extends RunningProxy {
  /** Whether requests are held too, which only nginx counts; the firewall would let fewer connections come. */
  readonly holds: boolean;
}

const [, , proxy = '', rules = ''] = process.argv;
/** Networks for measurements and for documents (RFC 2544, RFC 3849). */
const SITE = { v4: '198.18.0.1', v6: '2001:db8:0:1::1' };
const SLOW = { v4: ['198.18.0.66'], v6: ['2001:db8:0:2::66', '2001:db8:0:2:6::', '2001:db8:0:2:6:6:6:6'] };
const HONEST = { v4: '198.18.0.20', v6: '2001:db8:0:3::20', office: '198.18.0.30' };
const SLOW_CONNECTIONS = 2_000;
const OFFICE_AT_ONCE = 100;
const HELD_REQUESTS = 300;
const DATAGRAMS = 300;
const VISITS = 10;
/** A count that has not moved for so long has settled. */
const STILL_MS = 1_500;
/** The longest that a count is waited for. */
const SETTLED_MS = 20_000;
const DRIBBLE_MS = 1_000;
/** Whoever waits longer counts as not served. */
const PATIENCE_MS = 5_000;
/** A record of TLS that announces 512 bytes. */
const CLIENT_HELLO_BEGUN = Buffer.from([22, 3, 1, 2, 0, 1]);

const ENDS = {
  proxy: [SITE.v4, SITE.v6],
  crowd: [...SLOW.v4, ...SLOW.v6, ...Object.values(HONEST)],
} as const;

function open(end: keyof typeof ENDS): void {
  ip('link', 'set', 'lo', 'up');
  openEnd(end, ENDS[end], { v4: 24, v6: 45 });
}

if (proxy === 'crowd') {
  process.send?.('here');
  const [door] = (await once(process, 'message')) as [Door];
  open('crowd');
  process.send?.(await crowd(door));
  await once(process, 'disconnect');
  process.exit();
}

const cleanUps: (() => void | Promise<void>)[] = [];
ip('link', 'add', 'proxy', 'type', 'veth', 'peer', 'name', 'crowd');
open('proxy');
if (rules !== '-') execFileSync('nft', ['-f', rules]);
createServer((request, response) => {
  if (request.url !== '/held') response.end('here');
}).listen(3_000, '127.0.0.1');
const running = await startProxy(proxy as ProxyName, 3_000, (end) => void cleanUps.push(end), {
  ownNetwork: true,
});
const other = await otherEnd(import.meta.filename, 'crowd');
other.send({ ...running, holds: proxy === 'nginx' && rules === '-' });
const [seen] = await once(other, 'message');
console.log(JSON.stringify(seen));
other.disconnect();
for (const end of cleanUps.toReversed()) await end();
process.exit();

async function crowd(door: Door): Promise<Crowd> {
  const at = { v4: { ...door, host: SITE.v4 }, v6: { ...door, host: SITE.v6 } };
  const visits = async (version: 'v4' | 'v6') => {
    const statuses: number[] = [];
    for (let n = 0; n < VISITS; n += 1)
      statuses.push(
        await statusOf(visitor(at[version], HONEST[version])[n % 2 === 0 ? 'https' : 'http2']({ path: '/' })),
      );
    return statuses;
  };
  const measure = async (version: 'v4' | 'v6') => {
    await sendDatagrams(SITE[version], SLOW[version][0] ?? '');
    const slow = await holdOpen(SITE[version], SLOW[version]);
    const honest = await visits(version);
    const office = await Promise.all(
      Array.from({ length: version === 'v4' ? OFFICE_AT_ONCE : 0 }, () =>
        statusOf(visitor(at.v4, HONEST.office).https({ path: '/' })),
      ),
    );
    for (const socket of slow.sockets) socket.destroy();
    return { taken: slow.taken, honest, office };
  };
  const [v4, v6] = await Promise.all([measure('v4'), measure('v6')]);
  const refused: { status: number; retryAfter: unknown }[] = [];
  for (let n = 0; door.holds && n < HELD_REQUESTS; n += 1)
    visitor(at.v6, SLOW.v6[n % SLOW.v6.length] ?? '')
      .https({ path: '/held' })
      .then(
        ({ status, headers }) => refused.push({ status, retryAfter: headers['retry-after'] }),
        () => {},
      );
  if (door.holds) await settled(() => refused.length);
  return {
    refused,
    slow: { v4: v4.taken, v6: v6.taken },
    honest: { v4: v4.honest, v6: v6.honest, office: v4.office },
  };
}

/** Waits until `count` is above zero and has stopped rising, however slow the machine is. */
async function settled(count: () => number): Promise<void> {
  for (let [waited, seen] = [0, 0]; waited < SETTLED_MS; waited += STILL_MS) {
    await new Promise((resolve) => setTimeout(resolve, STILL_MS));
    if (seen > 0 && count() === seen) return;
    seen = count();
  }
}

function statusOf(asked: Promise<{ readonly status: number }>): Promise<number> {
  const late = new Promise<number>((resolve) => setTimeout(resolve, PATIENCE_MS, 0));
  return Promise.race([
    asked.then(
      ({ status }) => status,
      () => 0,
    ),
    late,
  ]);
}

/** As many as to be a crowd of their own; their address could be forged, so they may take nothing from connections. */
function sendDatagrams(host: string, from: string): Promise<unknown> {
  const sent = Array.from({ length: DATAGRAMS }, async () => {
    const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4').bind(0, from);
    await once(socket, 'listening');
    await new Promise((resolve) => socket.send('x', 443, host, resolve));
    socket.close();
  });
  return Promise.all(sent);
}

/**
 * Half of them stop within the first message of TLS, half send a header that never ends. Those that say nothing at all
 * would do less: nginx gives them up once it has none left.
 */
async function holdOpen(host: string, from: readonly string[]) {
  let taken = 0;
  const sockets = Array.from({ length: SLOW_CONNECTIONS }, (_, n): Socket => {
    const secure = n % 2 === 0;
    const socket = connect({ host, port: secure ? 443 : 80, localAddress: from[n % from.length] as string });
    socket.on('error', () => {});
    socket.once('connect', () => {
      taken += 1;
      if (secure) return void socket.write(CLIENT_HELLO_BEGUN);
      socket.write('GET / HTTP/1.1\r\nHost: essai.test\r\nX: ');
      const dribble = setInterval(() => socket.write('x'), DRIBBLE_MS);
      socket.once('close', () => clearInterval(dribble));
    });
    return socket;
  });
  await settled(() => taken);
  return { sockets, taken };
}
