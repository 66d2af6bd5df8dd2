// A proxy on a thread of its own, so that a busy test delays nothing. It knows no protocol: an exchange begins with the
// first bytes from the client after bytes from the server.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { seeded } from './random.ts';

/** What becomes of one exchange: a question and its answer on a connection. */
export type Manner =
  | { readonly kind: 'pass' }
  /** Both ways are held up. */
  | { readonly kind: 'latency'; readonly ms: number }
  /** The question is swallowed; the connection stays open. */
  | { readonly kind: 'black-hole' }
  /** The question arrives, the answer never comes back; the connection stays open. */
  | { readonly kind: 'half-open' }
  /** The connection is reset after so many bytes of the answer. */
  | { readonly kind: 'reset'; readonly afterBytes: number }
  /** The answer comes byte by byte. */
  | { readonly kind: 'drip'; readonly msAByte: number };

/** What the proxy is to do, and to whom. */
export interface ProxyPlan {
  readonly upstream: { readonly host: string; readonly port: number };
  readonly seed: number;
  /** The share of exchanges that meet one of the manners; the second exchange always does. */
  readonly share: number;
  readonly manners: readonly Manner[];
  /** Only so many exchanges from the start can meet a manner; all later ones pass. */
  readonly faulty: number;
}

/** What has passed so far. */
export interface Passed {
  readonly exchanges: number;
  /** The longest that one exchange has lasted, from its first byte to its last or to the end of its connection. */
  readonly longestMs: number;
}

const { upstream, seed, share, manners, faulty } = workerData as ProxyPlan;
const random = seeded(seed);
const PASS: Manner = { kind: 'pass' };
let exchanges = 0;
let longest = 0;

function mannerOf(): Manner {
  exchanges += 1;
  const [first, ...others] = manners;
  const ill = exchanges <= faulty && (random() < share || exchanges === 2);
  return ill && first !== undefined ? random.pick([first, ...others]) : PASS;
}

function join(client: Socket): void {
  const server = connect(upstream.port, upstream.host);
  let manner: Manner = { kind: 'pass' };
  let startedAt: number | undefined;
  let answered = true;
  let answerBytes = 0;
  let turn = Promise.resolve();
  const ended = () => {
    if (startedAt !== undefined) longest = Math.max(longest, performance.now() - startedAt);
    startedAt = undefined;
  };
  for (const [one, other] of [
    [client, server],
    [server, client],
  ] as const) {
    one.setNoDelay(true);
    one.on('error', () => {});
    one.on('close', () => {
      ended();
      other.destroy();
    });
  }
  client.on('data', (bytes) => {
    if (answered) {
      manner = mannerOf();
      startedAt = performance.now();
      answered = false;
      answerBytes = 0;
    }
    const { kind } = manner;
    if (kind === 'black-hole') return;
    const ms = kind === 'latency' ? manner.ms : 0;
    turn = turn.then(async () => {
      if (ms > 0) await after(ms);
      server.write(bytes);
    });
  });
  server.on('data', (bytes) => {
    answered = true;
    if (manner.kind === 'half-open') return;
    const told = manner;
    turn = turn.then(async () => {
      answerBytes += bytes.length;
      if (told.kind === 'reset' && answerBytes >= told.afterBytes) {
        client.write(bytes.subarray(0, Math.max(0, bytes.length - (answerBytes - told.afterBytes))));
        client.resetAndDestroy();
        return;
      }
      if (told.kind === 'drip') for (const byte of bytes) await drip(client, byte, told.msAByte);
      else {
        if (told.kind === 'latency') await after(told.ms);
        client.write(bytes);
      }
      ended();
    });
  });
}

const listener = createServer(join).listen(0, '127.0.0.1');
await once(listener, 'listening');
parentPort?.on('message', () => parentPort?.postMessage({ exchanges, longestMs: longest } satisfies Passed));
parentPort?.postMessage({ port: (listener.address() as AddressInfo).port });

async function drip(client: Socket, byte: number, ms: number): Promise<void> {
  if (client.destroyed) return;
  client.write(Buffer.of(byte));
  await after(ms);
}
