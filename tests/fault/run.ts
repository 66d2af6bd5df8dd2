// npm run test:fault: every fault in its full dose. For a part of it: --only <name,name>, --seed <n>, --dose <n|quick>.
// A run with neither a dose nor a seed of its own is kept in bench/results/fault.json; so is any other with --keep.
import { parseArgs } from 'node:util';
import { writeFigures } from '#scripts/readme-figures.ts';
import { type Ran, runRow } from './harness/run-row.ts';
import { keep, lastLine, lineOf, tell } from './harness/table.ts';
import { suite } from './suite.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seed: { type: 'string' },
    dose: { type: 'string' },
    keep: { type: 'boolean' },
  },
});
const names = suite.map(({ name }) => name);
const wanted = values.only?.split(',') ?? names;
if (wanted.some((name) => !names.includes(name))) {
  console.error(`--only takes some of: ${names.join(', ')}`);
  process.exit(2);
}
// With a dose that is not a number no round would run, and every row would be reported as passed.
if (!/^(quick|[1-9]\d*)$/.test(values.dose ?? 'quick')) {
  console.error('--dose takes a whole number from 1, or quick; without it each fault runs in its full dose.');
  process.exit(2);
}
if (!/^[1-9]\d*$/.test(values.seed ?? '1')) {
  console.error('--seed takes a whole number from 1; without it one is chosen at random.');
  process.exit(2);
}
const seed = values.seed === undefined ? Math.ceil(Math.random() * 2 ** 30) : Number(values.seed);

const kept = values.keep || (values.dose === undefined && values.seed === undefined);

const ran: Ran[] = [];
for (const row of suite.filter(({ name }) => wanted.includes(name))) {
  const dose = values.dose === 'quick' ? row.dose.quick : Number(values.dose ?? row.dose.full);
  console.log(`${row.name}: ${dose} ${row.unit}, seed ${seed}`);
  const one = await runRow(row, seed, dose);
  console.log(`  ${one.finding.broken.length === 0 ? 'held' : 'BROKEN'} after ${one.seconds.toFixed(1)} s`);
  ran.push(one);
  // Row by row: what an interrupted run has done is not lost.
  if (kept) keep(ran, names);
}
tell(ran);
if (kept) writeFigures();
console.log(`\n${lastLine(Object.fromEntries(ran.map((one) => [one.row.name, lineOf(one)])))}`);
process.exit(ran.some(({ finding }) => finding.broken.length > 0) ? 1 : 0);
