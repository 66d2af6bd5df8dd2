import { setTimeout as after } from 'node:timers/promises';
import { postLead, someLead } from '../../tests/fakes/leads.ts';

const PAGES = ['/', '/sales', '/home', '/restaurants'];
/** Each second; every third visitor leaves a lead. */
export const VISITS_PER_SECOND = 45;

/** How long each answer took, in milliseconds. */
export interface Times {
  readonly pages: number[];
  readonly leads: number[];
}

/** Visitors come at a steady pace, whatever the answers take, until `over`. Throws when one was turned away. */
export async function visit(url: string, over: AbortSignal): Promise<Times> {
  const times: Times = { pages: [], leads: [] };
  const underWay: Promise<void>[] = [];
  const started = performance.now();
  for (let index = 0; !over.aborted; index += 1) {
    const due = started + (index * 1_000) / VISITS_PER_SECOND;
    await after(Math.max(0, due - performance.now()));
    const lead = index % 3 === 0;
    const sent = performance.now();
    const asking = lead
      ? postLead(url, someLead())
      : fetch(`${url}${PAGES[index % PAGES.length]}`, { headers: { 'accept-encoding': 'br' } });
    underWay.push(
      asking.then(async (response) => {
        await response.arrayBuffer();
        if (!response.ok) throw new Error(`A visitor was answered ${response.status}`);
        (lead ? times.leads : times.pages).push(performance.now() - sent);
      }),
    );
  }
  await Promise.all(underWay);
  return times;
}
