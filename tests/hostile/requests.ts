import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { CLIENTS, clientAddress } from './network.ts';
import { ORIGIN } from './product.ts';

/** After it an answer counts as one that failed. */
const PATIENCE_MS = 30_000;

/** One request on a connection of its own, from the address of client `n`. Rejects when no whole answer comes. */
export function send(
  n: number,
  path: string,
  body?: unknown,
): Promise<{ readonly status: number; readonly body: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(`${ORIGIN}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      localAddress: clientAddress(n % CLIENTS),
      agent: false,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    asked.once('error', reject);
    asked.once('response', (response) => {
      text(response).then((given) => resolve({ status: response.statusCode ?? 0, body: given }), reject);
    });
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
