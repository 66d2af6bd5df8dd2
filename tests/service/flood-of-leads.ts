import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { someLead } from '../fakes/leads.ts';

export interface Flood {
  readonly leads: number;
  /** How many /64 networks they come from, in turns. */
  readonly networks: number;
  /** Sent with every lead, whoever made it. */
  readonly proof?: string;
}

const AT_ONCE = 64;

/**
 * Well-formed leads, as fast as the servers take them, each with an address of its own; the servers must believe the
 * X-Forwarded-For of this machine.
 * @param urls servers, in turns
 * @returns how many got which status in the end
 */
export async function floodOfLeads(
  urls: readonly string[],
  { leads, networks, proof }: Flood,
): Promise<Record<number, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const statuses: Record<number, number> = {};
  let next = 0;
  async function sender(): Promise<void> {
    for (let index = next++; index < leads; index = next++) {
      const network = (index % networks).toString(16);
      const address = `2001:db8:${network}:1::${(index + 1).toString(16)}`;
      const { status: _, ...lead } = someLead({ name: `Flot ${index}` });
      const body = JSON.stringify({ ...lead, ...(proof !== undefined && { proof }) });
      const send = () => post(urls[index % urls.length] ?? '', body, address, agent);
      let status = await send();
      // A slow machine asks some to come again, which browsers do. 200 then says that the lead was stored the first time.
      while (status === 503) {
        status = await send();
        if (status === 200) status = 201;
      }
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  agent.destroy();
  return statuses;
}

function post(url: string, body: string, from: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': from };
    request(`${url}/api/leads`, { method: 'POST', headers, agent }, (response) => {
      json(response).then(() => resolve(response.statusCode ?? 0), reject);
    })
      .on('error', reject)
      .end(body);
  });
}
