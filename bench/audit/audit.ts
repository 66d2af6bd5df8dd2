// npm run bench:audit [-- --quick]: how soon whoever sends the form sees what was found on their own site.
import { symlinkSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { launchShell } from '#scripts/browsers/launch.ts';
import { buildSite } from '#scripts/build/site.ts';
import { atMost, type Row, report } from '../report.ts';
import { median } from '../statistics.ts';
import { startServer } from '../support/server-process.ts';
import { workingFolder } from '../support/working-folder.ts';
import { ANSWERS_AFTER_MS, siteOf } from './sites.ts';
import { type Seen, visit } from './visit.ts';

const [FINDING_S, REPORT_S] = [5, 15];
const WAYS = [
  { name: '390 px', viewport: { width: 390, height: 844 } },
  { name: '1440 px', viewport: { width: 1440, height: 900 } },
  { name: '390 px without JavaScript', viewport: { width: 390, height: 844 }, javaScriptEnabled: false },
  { name: '1440 px without JavaScript', viewport: { width: 1440, height: 900 }, javaScriptEnabled: false },
];

const visitors = process.argv.includes('--quick') ? 2 : 10;
const folder = workingFolder();
symlinkSync((await buildSite('http://localhost:3000')).dir, join(folder, 'dist'));
// Audits have the lowest priority: on a machine that has something else to do they wait for it.
const load = (loadavg()[0] ?? 0) / availableParallelism();
const program = [join(import.meta.dirname, 'serve.ts'), String(visitors * WAYS.length)];
const server = await startServer(folder, 'audit', {}, program);
const browser = await launchShell();
const rows: Row[] = [];
try {
  for (const [nth, { name, ...options }] of WAYS.entries()) {
    const seen: Seen[] = [];
    for (let n = nth * visitors; n < (nth + 1) * visitors; n++)
      seen.push(await visit(browser, server.url, `claire@${siteOf(n)}.test`, n, options));
    rows.push(
      within(`${name}: first finding on the first screen`, seen, 'findingS', FINDING_S),
      within(`${name}: report ready`, seen, 'reportS', REPORT_S),
    );
    const shifts = seen.flatMap(({ shift }) => shift ?? []);
    if (shifts.length > 0) rows.push(atMost(`${name}: layout shift, the most`, Math.max(...shifts), 0));
  }
} finally {
  await browser.close();
  await server.stop();
}
report({
  name: 'audit',
  title: 'The audit that the form asks for',
  how:
    `From the press of the form’s button on /sales, with no touch after it; ${visitors} visitors one after the other in each row, each with ` +
    `a company’s address and a site of their own (tests/fixtures/audits), whose every answer takes ${ANSWERS_AFTER_MS} ms. The server as it is built, audits in its ` +
    `own browser; that browser, the visitor’s and the sites share one machine, whose load was ${load.toFixed(1)} for each processor before. Medians.`,
  rows,
});

function within(figure: string, seen: readonly Seen[], key: 'findingS' | 'reportS', most: number): Row {
  const times = seen.map((one) => one[key]);
  const note = `slowest of ${times.length}: ${Math.max(...times).toFixed(1)} s`;
  return atMost(figure, median(times), most, { unit: ' s', digits: 1, note });
}
