import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import type { Scene } from './row.ts';

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

export interface TcpProxy {
  readonly port: number;
  /** How many exchanges each manner has met. */
  readonly met: ReadonlyMap<Manner['kind'], number>;
  /** The longest that one exchange has lasted, from its first byte to its last or to the end of its connection. */
  longestMs(): number;
  /** Exchanges so far. */
  exchanges(): number;
  /** Ends every connection at once, as a dead network does that comes back. */
  cut(): void;
}

/**
 * Stands between two programs and does to each exchange what `mannerOf` says. It knows no protocol: an exchange
 * begins with the first bytes from the client after bytes from the server.
 */
export async function startProxy(
  scene: Pick<Scene, 'onEnd'>,
  upstream: { host: string; port: number },
  mannerOf: () => Manner = () => ({ kind: 'pass' }),
): Promise<TcpProxy> {
  const met = new Map<Manner['kind'], number>();
  const sockets = new Set<Socket>();
  let longest = 0;

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
      sockets.add(one);
      one.setNoDelay(true);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        ended();
        other.destroy();
      });
    }
    client.on('data', (bytes) => {
      if (answered) {
        manner = mannerOf();
        met.set(manner.kind, (met.get(manner.kind) ?? 0) + 1);
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
  scene.onEnd(async () => {
    for (const socket of sockets) socket.destroy();
    listener.close();
  });
  return {
    port: (listener.address() as AddressInfo).port,
    met,
    longestMs: () => longest,
    exchanges: () => [...met.values()].reduce((sum, count) => sum + count, 0),
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function drip(client: Socket, byte: number, ms: number): Promise<void> {
  if (client.destroyed) return;
  client.write(Buffer.of(byte));
  await after(ms);
}
