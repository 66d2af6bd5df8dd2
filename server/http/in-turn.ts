import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Requests of one connection that wait for their answers. Browsers and proxies send the next one after the answer; Node
 * begins all of them at once, so that a thousand in one packet would keep everybody waiting.
 */
const MOST_WAITING = 10;

/** The same listener, which hears no more of a connection once too many of its requests wait: the connection is cut. */
export function inTurn(listener: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    // Of what came in the same packet, Node tells on.
    if (socket.destroyed) return;
    const before = waiting.get(socket) ?? 0;
    if (before >= MOST_WAITING) {
      socket.destroy();
      return;
    }
    waiting.set(socket, before + 1);
    response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    listener(request, response);
  };
}
