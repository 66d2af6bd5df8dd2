// A program of its own, started by run.ts as root in an empty network namespace: prints the rows as JSON.
// Call: measure.ts <folder with the built site as dist> <Dose as JSON>
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { askForAudits, auditsOf, honestAudit } from './audits.ts';
import { openNetwork } from './network.ts';
import { endAll, startProduct } from './product.ts';
import type { Row } from './row.ts';
import { AUDITED } from './sites.ts';
import type { Dose } from './start.ts';
import { visit } from './visitors.ts';

const [, , folder = '', given = ''] = process.argv;
const dose = JSON.parse(given) as Dose;
const span = dose.seconds * 1_000;
/** Of the time that is measured: what is loaded for the first time counts on neither side. */
const WARM_UP = 0.15;
const [MOST_TIMES, MOST_MB, LONGEST_WAIT_S] = [2, 50, 120];

const holder = await openNetwork(Object.keys(AUDITED).length, folder);
const sites = fork(join(import.meta.dirname, 'serve-sites.ts'), {
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
});
try {
  await once(sites, 'message');
  const product = await startProduct(holder, folder, dose.audits);
  await visit(AbortSignal.timeout(span * WARM_UP));
  product.mostMb();
  const without = await visit(AbortSignal.timeout(span));
  const mbWithout = product.mostMb();
  const over = AbortSignal.timeout(span);
  const asking = askForAudits(over, dose.sites);
  const beside = await visit(over);
  await asking;
  const mb = product.mostMb() - mbWithout;
  const waitS = await honestAudit(LONGEST_WAIT_S);
  const { ended, again } = auditsOf(product);
  const ends = product.ends();
  const left = await product.stop();
  const rows: Row[] = [
    slower('a page', without.pages, beside.pages),
    slower('an accepted lead', without.leads, beside.leads),
    row(
      'requests of visitors that failed',
      beside.failed,
      0,
      `${beside.pages.length + beside.leads.length} sent, ${without.failed} failed without`,
    ),
    row(
      'memory of the server’s process, more than without, MB',
      Math.round(mb),
      MOST_MB,
      `${Math.round(mbWithout)} MB without`,
    ),
    row('times that the server’s process ended', ends, 0),
    row('audits that were tried more than once', again.length, 0, again.join(' ')),
    row('processes left when the server was told to stop', left.length, 0, left.join(' ')),
    row(
      'seconds until an honest site’s report, behind all of them',
      waitS ?? LONGEST_WAIT_S + 1,
      LONGEST_WAIT_S,
      `${waitS === undefined ? 'none came; ' : ''}${ended.join(', ')}`,
    ),
  ];
  console.log(JSON.stringify(rows));
} finally {
  sites.disconnect();
  endAll();
  holder.kill('SIGKILL');
}
process.exit();

function row(figure: string, value: number, bar: number, note = ''): Row {
  return { figure, value, bar, met: value <= bar, note };
}

function slower(what: string, without: readonly number[], beside: readonly number[]): Row {
  const at = (times: readonly number[], share: number) =>
    times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? Number.NaN;
  const both = (share: number) =>
    `${at(beside, share).toFixed(1)} ms, ${at(without, share).toFixed(1)} ms without`;
  return row(
    `p99 of ${what} beside audits, over its p99 without`,
    at(beside, 0.99) / at(without, 0.99),
    MOST_TIMES,
    `p99 ${both(0.99)}; p50 ${both(0.5)}`,
  );
}
