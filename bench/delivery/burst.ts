import type { Lead } from '#domain/lead.ts';
import { postLead } from '../../tests/fakes/leads.ts';
import type { Provider } from '../../tests/fault/harness/provider.ts';
import { startServer } from '../support/server-process.ts';
import { folderWithSite } from '../support/working-folder.ts';

const CONNECTIONS = 64;

export interface Burst {
  /** Leads the server acknowledged. */
  readonly acknowledged: number;
  /** From the first request to the last acknowledgement, in seconds. */
  readonly acceptedSeconds: number;
  /** From the first request until all are at the provider, in seconds. */
  readonly deliveredSeconds: number;
}

/**
 * Sends `leads` to the real server as fast as it takes them, and waits until all are at the provider.
 * @param timeoutSeconds gives up after that, with what is there by then
 */
export async function burst(
  leads: readonly Lead[],
  provider: Provider,
  timeoutSeconds: number,
): Promise<Burst> {
  const server = await startServer(await folderWithSite(), 'burst', provider.environment());
  const started = performance.now();
  const since = () => (performance.now() - started) / 1000;
  const acknowledged = await post(server.url, leads);
  const acceptedSeconds = since();
  // When they do not all come, what is missing is counted afterwards.
  await provider.holds(leads, timeoutSeconds * 1000).catch(() => {});
  const deliveredSeconds = since();
  await server.stop();
  return { acknowledged, acceptedSeconds, deliveredSeconds };
}

async function post(url: string, leads: readonly Lead[]): Promise<number> {
  const waiting = leads.values();
  let acknowledged = 0;
  const visitor = async () => {
    for (const lead of waiting) {
      const response = await postLead(url, lead);
      await response.arrayBuffer();
      if (response.status === 201) acknowledged += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, visitor));
  return acknowledged;
}
