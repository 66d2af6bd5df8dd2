// npm run test:fault: every fault in its full dose. --only <name>, --seed <n>, --dose <n|quick> for a part of it.
import { parseArgs } from 'node:util';
import { type Ran, runRow } from './harness/run-row.ts';
import { tell } from './harness/table.ts';
import { suite } from './suite.ts';

const { values } = parseArgs({
  options: { only: { type: 'string' }, seed: { type: 'string' }, dose: { type: 'string' } },
});
const rows =
  values.only === undefined ? suite : suite.filter(({ name }) => values.only?.split(',').includes(name));
if (rows.length === 0) {
  console.error(`--only takes one of: ${suite.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}
const seed = values.seed === undefined ? Math.ceil(Math.random() * 2 ** 30) : Number(values.seed);

const ran: Ran[] = [];
for (const row of rows) {
  const dose = values.dose === 'quick' ? row.dose.quick : Number(values.dose ?? row.dose.full);
  console.log(`${row.name}: ${dose} ${row.unit}, seed ${seed}`);
  const one = await runRow(row, seed, dose);
  console.log(`  ${one.finding.broken.length === 0 ? 'held' : 'BROKEN'} after ${one.seconds.toFixed(1)} s`);
  ran.push(one);
}
tell(ran);
process.exit(ran.some(({ finding }) => finding.broken.length > 0) ? 1 : 0);
