// npm run bench:server: what the server does in a second, as ratios to what the same machine does without it.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { buildSite } from '#scripts/build/site.ts';
import { report } from '../report.ts';
import { startServer } from '../support/server-process.ts';
import { workingFolder } from '../support/working-folder.ts';
import { latencyRow } from './latency-row.ts';
import { leadsRows } from './leads-rows.ts';
import { loadGenerator } from './load.ts';
import { memoryRow } from './memory-row.ts';
import { nginxMissing } from './nginx.ts';
import { pagesRow } from './pages-row.ts';

const quick = process.argv.includes('--quick');
const dose = quick ? { rounds: 3, seconds: 1 } : { rounds: 7, seconds: 2 };
const leads = quick ? 10_000 : 100_000;

const folder = workingFolder();
const { dir } = await buildSite('http://localhost:3000');
cpSync(dir, join(folder, 'dist'), { recursive: true });
const missing = nginxMissing();
if (missing !== undefined) console.log(`The row beside nginx will be missing: ${missing}`);
const { name, load } = loadGenerator();

const server = await startServer(folder, 'server');
const rows = [...(await leadsRows(server, load, folder, dose)), await pagesRow(server, load, folder, dose)];
await server.stop();
rows.push(await latencyRow(folder, dose));
rows.push(await memoryRow(folder, load, leads));

report({
  name: 'server',
  title: 'Server: beside the bare store and beside nginx',
  how:
    `The real server, one process, its log written to a file; the load comes from ${name} on the same two cores. ` +
    `${dose.rounds} rounds of ${dose.seconds} s, each side in turn; a ratio is taken in each round and the middle one stands here.`,
  rows,
});
