import type { Socket } from 'node:net';

export interface Meter {
  /** Counts what a connection carries from now on. */
  readonly watch: (socket: Socket) => void;
  /** Bytes, both directions. */
  readonly total: () => number;
}

/** Counts the bytes of all connections together and calls `onFull` once they are more than `limit`. */
export function meter(limit: number, onFull: () => void): Meter {
  const open = new Set<Socket>();
  let closed = 0;
  const total = () => [...open].reduce((sum, socket) => sum + moved(socket), closed);
  return {
    watch(socket) {
      open.add(socket);
      socket.on('data', () => {
        if (total() > limit) onFull();
      });
      socket.on('drain', () => {
        if (total() > limit) onFull();
      });
      socket.on('close', () => {
        if (open.delete(socket)) closed += moved(socket);
      });
    },
    total,
  };
}

function moved(socket: Socket): number {
  return socket.bytesRead + socket.bytesWritten;
}
