import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** What the server answers to bytes that no well-behaved client would send. */
export async function raw(url: string, request: string | Uint8Array): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.end(request);
  return text(socket);
}
