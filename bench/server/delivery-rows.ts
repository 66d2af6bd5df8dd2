import type { Lead } from '#domain/lead.ts';
import type { StoredRecord } from '../../tests/fakes/airtable/table.ts';
import { postLead, someLeads } from '../../tests/fakes/leads.ts';
import type { Provider } from '../../tests/fault/harness/provider.ts';
import { onBusyMachine, type Row } from '../report.ts';
import { CONNECTIONS } from './load.ts';
import { folderWithSite, openProvider, startServer } from './running-server.ts';

/** Five requests of ten leads: nothing delivers faster. */
const LEADS_PER_SECOND = 50;
const BAR = 1.15;

/** How long a burst of leads takes to reach the provider. */
export async function deliveryReport(quick: boolean) {
  const rows: Row[] = [];
  for (const count of quick ? [1_000] : [1_000, 10_000]) rows.push(...(await deliver(count)));
  return {
    name: 'delivery',
    title: 'Delivery: a burst of leads against five requests a second',
    how:
      'The real server on its embedded database, and a provider as strict as its documentation: 5 requests a second, ' +
      '10 leads each, 30 s of silence after one too many. The floor is N ÷ 50 s.',
    rows,
  };
}

async function deliver(count: number): Promise<Row[]> {
  const leads = someLeads(count);
  const provider = await openProvider();
  const floor = count / LEADS_PER_SECOND;
  const { acknowledged, acceptedSeconds, deliveredSeconds } = await burst(leads, provider, floor * 2 + 60);
  const { arrived, missing, duplicates } = tally(leads, await provider.records());
  const silent = silences(provider.requests.map(({ at }) => at));
  await provider.close();
  const over = deliveredSeconds / floor;
  const n = count.toLocaleString('en');
  return [
    onBusyMachine({
      figure: `${n} leads: time until all have arrived, over the floor`,
      bar: `≤ ${BAR}`,
      measured: over.toFixed(3),
      met: missing === 0 && over <= BAR,
      note: `${deliveredSeconds.toFixed(1)} s; accepted in ${acceptedSeconds.toFixed(1)} s; ${silent} times 30 s of silence after one request too many`,
    }),
    {
      figure: `${n} leads: acknowledged, arrived, missing, twice`,
      bar: `${count}, ${count}, 0, 0`,
      measured: `${acknowledged}, ${arrived}, ${missing}, ${duplicates}`,
      met: acknowledged === count && missing === 0 && duplicates === 0,
    },
  ];
}

interface Burst {
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
async function burst(leads: readonly Lead[], provider: Provider, timeoutSeconds: number): Promise<Burst> {
  const server = await startServer(await folderWithSite(), 'burst', provider.environment());
  const started = performance.now();
  const since = () => (performance.now() - started) / 1000;
  const acknowledged = await post(server.url, leads);
  const acceptedSeconds = since();
  // A time-out is no error here: leads that have not arrived by then are counted as missing below.
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

export interface Tally {
  readonly arrived: number;
  /** Leads that are nowhere. */
  readonly missing: number;
  /** Records beyond the first of the same lead. */
  readonly duplicates: number;
}

/** Which of `leads` are among the provider's records; a lead is known by its visitor's id. */
export function tally(leads: readonly Lead[], records: readonly Pick<StoredRecord, 'fields'>[]): Tally {
  const there = new Set(records.map(({ fields }) => fields.ID));
  const arrived = leads.filter(({ userId }) => there.has(userId)).length;
  return { arrived, missing: leads.length - arrived, duplicates: records.length - there.size };
}

/** After one request too many the provider wants nothing for 30 s; a queue that is not empty waits for nothing else. */
const SILENCE_MS = 25_000;

/** How often nothing was sent for so long that the provider must have asked for it. @param at instants of requests, in ms */
export function silences(at: readonly number[]): number {
  return at.filter((instant, index) => index > 0 && instant - (at[index - 1] ?? instant) > SILENCE_MS).length;
}
