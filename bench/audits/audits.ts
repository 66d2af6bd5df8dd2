// npm run bench:audits: how long audits take, and what visitors notice of them.
import { cpSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { buildSite } from '#scripts/build/site.ts';
import { BY_HTTP } from '../../tests/fixtures/audits/expected.ts';
import { HUNGRY } from '../../tests/fixtures/audits/hungry.ts';
import { atMost, type Row, report } from '../report.ts';
import { percentile, ratio } from '../statistics.ts';
import { onBusyMachine } from '../support/machine.ts';
import { workingFolder } from '../support/working-folder.ts';
import { startMachine } from './processes.ts';
import { type Times, VISITS_PER_SECOND, visit } from './visitors.ts';

const quick = process.argv.includes('--quick');
/** Audited before anything is measured; for ten minutes it would be answered with what was seen then. */
const FIRST = 'consent';
/** Those that end in a report: a visit that ends early is over in a moment, and would make all of them look quick. */
const REPORTED = Object.entries(BY_HTTP).flatMap(([name, { end }]) =>
  end === undefined && name !== FIRST ? [name] : [],
);
const sites = quick ? ['fast', 'heavy', 'shaky', 'moved'] : [...REPORTED, ...Object.keys(HUNGRY)];
/** Of the sites, that many are visited with a quiet time before them: all would take a quarter of an hour. */
const MOST_PAIRS = quick ? 2 : 8;
const QUIET_MS = 6_000;
const POLL_MS = 100;
const [P50_S, P95_S, P99_RATIO] = [20, 60, 2];

interface View {
  readonly state: string;
  readonly checks?: readonly { readonly id: string; readonly outcome: string }[];
}

const load = loadavg()[0] ?? 0;
const folder = workingFolder();
const { dir } = await buildSite('http://localhost:3000');
cpSync(dir, join(folder, 'dist'), { recursive: true });
const machine = await startMachine(folder);

/** @returns whether a browser has seen the site; throws when there is no report */
async function audit(site: string): Promise<boolean> {
  const body = JSON.stringify({ url: `${site}.test` });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${machine.url}/api/audits`, { method: 'POST', headers, body });
  if (response.status !== 202) throw new Error(`An audit was answered ${response.status}`);
  const { token } = (await response.json()) as { token: string };
  for (;;) {
    const { state, checks = [] } = (await (await fetch(`${machine.url}/api/audits/${token}`)).json()) as View;
    if (state === 'refused') throw new Error(`The audit of ${site} was refused`);
    if (state === 'done') return checks.some(({ id, outcome }) => id === 'cls' && outcome !== 'not-measured');
    await after(POLL_MS);
  }
}

// What is loaded with the first audit and the first lead is the start's, not an audit's.
await audit(FIRST);
await visit(machine.url, AbortSignal.timeout(2_000));
const seconds: number[] = [];
let inBrowsers = 0;
/** Of each round whose audit had a browser; without one there is nothing that could be in a visitor's way. */
const rounds: { readonly alone: Times; readonly beside: Times }[] = [];
for (const site of sites) {
  const alone =
    rounds.length < MOST_PAIRS ? await visit(machine.url, AbortSignal.timeout(QUIET_MS)) : undefined;
  const over = new AbortController();
  const visitors = visit(machine.url, over.signal);
  const from = performance.now();
  const inBrowser = await audit(site).finally(() => over.abort());
  const took = (performance.now() - from) / 1_000;
  seconds.push(took);
  if (inBrowser) inBrowsers += 1;
  const beside = await visitors;
  if (inBrowser && alone !== undefined) rounds.push({ alone, beside });
  console.log(`${site}: ${took.toFixed(1)} s${inBrowser ? '' : ', no browser'}`);
}
await machine.stop();

const p99 = (values: readonly number[]) => percentile(values, 0.99);
const ms = (value: number) => value.toFixed(1);
const ready = (share: number, bar: number): Row => {
  const figure = `an audit from asking to its report, p${share * 100}`;
  return onBusyMachine(
    atMost(figure, percentile(seconds, share), bar, {
      unit: ' s',
      digits: 1,
      note: `${seconds.length} sites, ${inBrowsers} of them in a browser; the longest ${Math.max(...seconds).toFixed(1)} s`,
    }),
  );
};
const slower = (what: keyof Times, name: string): Row => {
  const [beside, alone] = [
    rounds.map((round) => round.beside[what]),
    rounds.map((round) => round.alone[what]),
  ];
  const times = ratio(beside.map(p99), alone.map(p99));
  const both = (share: number) =>
    [beside, alone].map((side) => ms(percentile(side.flat(), share))).join(' and ');
  const figure = `p99 of ${name} while an audit runs, over its p99 without`;
  return onBusyMachine(
    atMost(figure, times, P99_RATIO, {
      note: `the middle of ${rounds.length} rounds; over all of them ${both(0.99)} ms, medians ${both(0.5)} ms; ${beside.flat().length} and ${alone.flat().length} answers`,
    }),
  );
};
report({
  name: 'audits',
  title: 'Express audits: how long they take, and what visitors notice of them',
  how:
    `The real server on its embedded database, its browser with its sandbox, ${VISITS_PER_SECOND} visits a second throughout, of which a third leaves a lead; the audited sites are the fixtures, in a process of their own on the same machine. ` +
    `Before ${rounds.length} of the audits ${QUIET_MS / 1_000} s of visits without one.${load > 1 ? ` Others kept the machine busy (load ${load.toFixed(0)} when it began).` : ''}`,
  rows: [
    ready(0.5, P50_S),
    ready(0.95, P95_S),
    slower('pages', 'a page'),
    slower('leads', 'an accepted lead'),
  ],
});
