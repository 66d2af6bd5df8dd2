import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * What the server answers to bytes that no well-behaved client would send, until it closes. This side stays open: a
 * server may hang up on a client that has closed its half before a slow answer.
 */
export async function raw(url: string, request: string | Uint8Array): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(request);
  return text(socket);
}
