import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';

/** What one load of a page may take through the proxy. */
export interface ProxyLimits {
  /** Of both directions and all connections together. */
  readonly bytes: number;
  readonly connections: number;
  readonly lifeMs: number;
}

/** One load of a page, held to its limits. */
export interface LimitedLoad {
  /** Whether one more connection may be opened, which is counted then. */
  readonly mayConnect: () => boolean;
  /** Counts what a connection to a site carries from now on; `sent` is what the browser sends over it. */
  readonly watch: (upstream: Socket, sent: Readable) => void;
  /** Carried so far, both directions. */
  readonly bytes: () => number;
  /** Whether a limit has kept this load from something. */
  readonly isCut: () => boolean;
  /** Whether nothing may pass any more. */
  readonly isOver: () => boolean;
  readonly end: () => void;
}

/** @param onOver called once, when the bytes or the time are used up */
export function startLoad(limits: ProxyLimits, onOver: (limit: 'bytes' | 'time') => void): LimitedLoad {
  const open = new Set<Socket>();
  let closedBytes = 0;
  let connections = 0;
  let isCut = false;
  let isOver = false;

  function cut(limit: 'bytes' | 'time'): void {
    if (isOver) return;
    isCut = true;
    isOver = true;
    onOver(limit);
  }

  const bytes = () => [...open].reduce((sum, socket) => sum + moved(socket), closedBytes);
  const check = () => {
    if (bytes() > limits.bytes) cut('bytes');
  };
  const life = setTimeout(cut, limits.lifeMs, 'time').unref();

  return {
    mayConnect() {
      const may = !isOver && connections < limits.connections;
      if (may) connections += 1;
      else isCut = true;
      return may;
    },
    watch(upstream, sent) {
      open.add(upstream);
      upstream.on('data', check);
      sent.on('data', check);
      upstream.on('close', () => {
        if (open.delete(upstream)) closedBytes += moved(upstream);
      });
    },
    bytes,
    isCut: () => isCut,
    isOver: () => isOver,
    end() {
      isOver = true;
      clearTimeout(life);
    },
  };
}

function moved(socket: Socket): number {
  return socket.bytesRead + socket.bytesWritten;
}
