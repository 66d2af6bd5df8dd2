// npm run test:hostile: what visitors notice while hostile sites are audited. --seconds <n>: how long, 75 when absent.
import { cpSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBrowsers, findChromium } from '#scripts/browsers/installed-browsers.ts';
import { buildSite } from '#scripts/build/site.ts';
import { temporaryFolder } from '../service/temporary-folder.ts';
import { ORIGIN } from './product.ts';
import { AUDITED } from './sites.ts';
import { measureHostile, whyNot } from './start.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '75' } } });
if (!findChromium()) ensureBrowsers(['Chromium']);
// Without a browser each audit is over at once, and nothing is in the visitors' way.
const missing = findChromium() ? whyNot() : 'Missing on this machine: Chromium';
if (missing !== undefined || !(Number(values.seconds) > 0)) {
  console.error(missing ?? '--seconds takes a number');
  process.exit(2);
}
const cleanUps: (() => void | Promise<void>)[] = [];
const folder = temporaryFolder((cleanUp) => void cleanUps.push(cleanUp));
const { dir } = await buildSite(ORIGIN);
cpSync(dir, join(folder, 'dist'), { recursive: true });
const load = (loadavg()[0] ?? 0).toFixed(1);
const rows = await measureHostile(folder, {
  seconds: Number(values.seconds),
  sites: Object.keys(AUDITED).length,
  audits: 'full',
});
for (const cleanUp of cleanUps) await cleanUp();
for (const { figure, value, bar, met, note } of rows)
  console.log(
    `${met ? '✓' : '✗'} ${figure}: ${+value.toFixed(2)} (bar: ${bar})${note === '' ? '' : `; ${note}`}`,
  );
console.log(`Load of this machine when it began: ${load}, on ${availableParallelism()} processors.`);
process.exitCode = rows.every(({ met }) => met) ? 0 : 1;
