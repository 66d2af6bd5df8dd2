import { setTimeout as after } from 'node:timers/promises';
import { postLead, someLead } from '../../tests/fakes/leads.ts';

/**
 * Sends leads at a steady pace, whatever the answers take, as visitors do who do not know of each other.
 * @returns how long each took to be accepted, in milliseconds; throws when one was not
 */
export async function acceptedAt(perSecond: number, url: string, seconds: number): Promise<number[]> {
  const started = performance.now();
  const sent: Promise<number>[] = [];
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const due = started + (index * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await after(early);
    sent.push(accepted(url));
  }
  return Promise.all(sent);
}

async function accepted(url: string): Promise<number> {
  const lead = someLead();
  const started = performance.now();
  const send = () => postLead(url, lead);
  // A connection that has been idle may be closed just as it is used again: then, as a browser does, once more.
  const response = await send().catch(send);
  await response.arrayBuffer();
  const took = performance.now() - started;
  if (![200, 201].includes(response.status)) throw new Error(`A lead was answered ${response.status}`);
  return took;
}
