import { setTimeout as after } from 'node:timers/promises';
import { someLead } from '../fakes/leads.ts';
import { send } from './requests.ts';

/** How long answers took, in ms, and how many requests got none or another than they should. */
export interface Seen {
  readonly pages: readonly number[];
  readonly leads: readonly number[];
  readonly failed: number;
}

const PAGES_PER_SECOND = 20;
/** Of the pages, one in so many leads to a lead. */
const PAGES_PER_LEAD = 4;

let client = 0;

/**
 * Visitors who come whether or not those before them were answered, each from another network, until the signal aborts.
 * Resolves once all are answered.
 */
export async function visit(signal: AbortSignal): Promise<Seen> {
  const [pages, leads]: number[][] = [[], []];
  let failed = 0;
  const timed = async (times: number[] | undefined, wanted: number, path: string, body?: unknown) => {
    client += 1;
    const from = performance.now();
    const status = await send(client, path, body).then(
      (answer) => answer.status,
      () => 0,
    );
    times?.push(performance.now() - from);
    if (status !== wanted) failed += 1;
  };
  const all: Promise<void>[] = [];
  const began = performance.now();
  for (let n = 0; !signal.aborted; n += 1) {
    all.push(timed(pages, 200, '/sales'));
    if (n % PAGES_PER_LEAD === 0) {
      const { status: _, ...lead } = someLead();
      all.push(timed(leads, 201, '/api/leads', lead));
    }
    await after(Math.max(0, began + ((n + 1) * 1_000) / PAGES_PER_SECOND - performance.now()));
  }
  await Promise.all(all);
  return { pages: pages ?? [], leads: leads ?? [], failed };
}
