import { once } from 'node:events';
import { systemNetwork } from '#server/audits/address/network.ts';

/** A public site that is always there; it is only connected to, nothing is asked of it. */
const ANYWHERE = 'www.admin.ch';
const TIMEOUT_MS = 5_000;

/** Whether names are resolved and port 443 is open from here, as audits need it. Never throws. */
export async function reachesPublicSites(network = systemNetwork(), host = ANYWHERE): Promise<boolean> {
  try {
    const numbers = await network.resolve(host);
    const first = numbers.find((number) => !number.includes(':')) ?? numbers[0];
    if (first === undefined) return false;
    const socket = network.connect(first, 443);
    try {
      await once(socket, 'connect', { signal: AbortSignal.timeout(TIMEOUT_MS) });
      return true;
    } finally {
      socket.on('error', () => {});
      socket.destroy();
    }
  } catch {
    return false;
  }
}
