import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSite } from '#scripts/build/site.ts';
import type { Provider } from '../../tests/fault/harness/provider.ts';
import { until } from '../../tests/fault/harness/until.ts';
import { atLeast, atMost, onBusyMachine, type Row } from '../report.ts';
import { median, percentile, ratio } from '../statistics.ts';
import { acceptedAt, CONNECTIONS, load, programsMissing, startNginx } from './load.ts';
import { openProvider, type ServerProcess, startServer, workingFolder } from './running-server.ts';

interface Rounds {
  readonly rounds: number;
  readonly seconds: number;
}

/** What the server does in a second, as ratios to what the same machine does without it. */
export async function serverReport(quick: boolean) {
  const missing = programsMissing();
  if (missing !== undefined) throw new Error(missing);
  const dose = quick ? { rounds: 3, seconds: 1 } : { rounds: 7, seconds: 2 };
  const folder = workingFolder();
  const { dir } = await buildSite('http://localhost:3000');
  cpSync(dir, join(folder, 'dist'), { recursive: true });
  const server = await startServer(folder, 'server');
  const rows = [...(await leadsRows(server, folder, dose)), await pagesRow(server, folder, dose)];
  await server.stop();
  rows.push(await latencyRow(folder, dose));
  rows.push(await memoryRow(folder, quick ? 10_000 : 100_000));
  return {
    name: 'server',
    title: 'Server: beside the bare store and beside nginx',
    how:
      'The real server, one process, its log written to a file; the load comes from wrk on the same two cores. ' +
      `${dose.rounds} rounds of ${dose.seconds} s, each side in turn; a ratio is taken in each round and the middle one stands here.`,
    rows,
  };
}

const BARE_STORE = join(import.meta.dirname, 'bare-store.ts');
const run = promisify(execFile);

/** Durable leads a second over HTTP, beside the store without a server and beside one commit for each lead. */
async function leadsRows(server: ServerProcess, folder: string, { rounds, seconds }: Rounds): Promise<Row[]> {
  const url = `${server.url}/api/leads`;
  const http: number[] = [];
  const group: number[] = [];
  const single: number[] = [];
  await load({ what: 'leads', url, seconds: 1 });
  for (let round = 0; round < rounds; round += 1) {
    group.push(await bareStore('group', join(folder, `group-${round}`), seconds));
    http.push(await load({ what: 'leads', url, seconds }));
    single.push(await bareStore('single', join(folder, `single-${round}`), seconds));
  }
  const what = `durable leads, ${CONNECTIONS} connections`;
  const rates = (values: readonly number[]) => `${Math.round(median(values)).toLocaleString('en')} a second`;
  return [
    atLeast(`${what}, over the bare store’s own group commit`, ratio(http, group), 0.5, {
      note: `${rates(http)} over HTTP, with the mails and the audit that follow from a lead; ${rates(group)} by the store alone, without`,
    }),
    atLeast(`${what}, over one commit for each lead`, ratio(http, single), 2, {
      note: `${rates(single)} with one commit each, without HTTP`,
    }),
  ];
}

async function bareStore(way: 'group' | 'single', folder: string, seconds: number): Promise<number> {
  const { stdout } = await run(process.execPath, [BARE_STORE, way, folder, String(seconds)]);
  return Number(stdout);
}

const PAGE = '/sales';
const PAGES_RATIO = 0.35;

/** Pages a second beside nginx with one worker process, both serving the same precompressed file. */
async function pagesRow(server: ServerProcess, folder: string, { rounds, seconds }: Rounds): Promise<Row> {
  const figure = `pages (${PAGE}, Brotli), ${CONNECTIONS} connections, over nginx with one process`;
  const nginx = await startNginx(folder);
  const bytes = await sameBytes(server.url, nginx.url);
  const ours: number[] = [];
  const theirs: number[] = [];
  await load({ what: 'page', url: `${server.url}${PAGE}`, seconds: 1 });
  for (let round = 0; round < rounds; round += 1) {
    theirs.push(await load({ what: 'page', url: `${nginx.url}${PAGE}`, seconds }));
    ours.push(await load({ what: 'page', url: `${server.url}${PAGE}`, seconds }));
  }
  await nginx.stop();
  const [own, other] = [ours, theirs].map((values) => Math.round(median(values)).toLocaleString('en'));
  const note = `${own} and ${other} a second of ${bytes} bytes`;
  return atLeast(figure, ratio(ours, theirs), PAGES_RATIO, { note });
}

/** Bytes of the page. Throws when the servers do not send the same one, since rates of different pages cannot be compared. */
async function sameBytes(...urls: readonly string[]): Promise<number> {
  const bodies = await Promise.all(
    urls.map(async (url) => {
      const response = await fetch(`${url}${PAGE}`, { headers: { 'accept-encoding': 'br' } });
      if (response.headers.get('content-encoding') !== 'br') throw new Error(`${url} does not send Brotli`);
      const length = Number(response.headers.get('content-length'));
      return { length, text: await response.text() };
    }),
  );
  if (new Set(bodies.map(({ length, text }) => `${length} ${text}`)).size !== 1)
    throw new Error('The two servers do not send the same page');
  return bodies[0]?.length ?? 0;
}

const PER_SECOND = 200;
const LATENCY_RATIO = 3;

/** How long an accepted lead takes while the outbox is draining, beside a server that sends nothing. */
async function latencyRow(folder: string, { rounds, seconds }: Rounds): Promise<Row> {
  const provider = await openProvider();
  const draining = await startServer(folder, 'draining', provider.environment());
  const resting = await startServer(folder, 'resting');
  const times: { rest: number[]; drain: number[] } = { rest: [], drain: [] };
  for (const { url } of [draining, resting]) await acceptedAt(PER_SECOND, url, 2);
  for (let round = 0; round < rounds; round += 1) {
    times.rest.push(...(await acceptedAt(PER_SECOND, resting.url, seconds)));
    await delivers(provider);
    times.drain.push(...(await acceptedAt(PER_SECOND, draining.url, seconds)));
  }
  await Promise.all([draining.stop(), resting.stop()]);
  await provider.close();
  const rest = percentile(times.rest, 0.99);
  const drain = percentile(times.drain, 0.99);
  const figure = 'p99 of an accepted lead while the outbox drains, over its p99 at rest';
  return onBusyMachine(
    atMost(figure, drain / rest, LATENCY_RATIO, {
      note: `${drain.toFixed(1)} and ${rest.toFixed(1)} ms at ${PER_SECOND} leads a second, ${times.rest.length} each`,
    }),
  );
}

/** After one request too many the provider wants to be left alone for 30 s, in which there is nothing to measure. */
async function delivers(provider: Provider): Promise<void> {
  const before = provider.made.length;
  await until('a delivery', 60_000, () => provider.made.length > before);
}

const MEMORY_RATIO = 1.3;

/** The server's memory after that many leads, over its memory after the first second of them. */
async function memoryRow(folder: string, leads: number): Promise<Row> {
  const server = await startServer(folder, 'memory');
  const url = `${server.url}/api/leads`;
  const opened = await server.memory();
  let taken = await load({ what: 'leads', url, seconds: 1 });
  const start = await server.memory();
  while (taken < leads) taken += 2 * (await load({ what: 'leads', url, seconds: 2 }));
  const end = await server.memory();
  await server.stop();
  const mib = (bytes: number) => (bytes / 2 ** 20).toFixed(0);
  return atMost(
    `memory after ${leads.toLocaleString('en')} leads, over the start`,
    end.rss / start.rss,
    MEMORY_RATIO,
    {
      note: `${mib(end.rss)} and ${mib(start.rss)} MiB (${mib(opened.rss)} before the first lead); heap in use ${mib(end.heapUsed)} and ${mib(start.heapUsed)} MiB`,
    },
  );
}
