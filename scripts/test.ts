// npm test: each fact once, on the embedded database and in Chromium; with --quick (npm run check) the half that needs
// neither a browser nor a server; with --rest (npm run test:rest) all that npm test leaves out.
import { closingLine, sum } from './test/counts.ts';
import {
  fetchPrograms,
  type Part,
  parts,
  type Result,
  runProjects,
  runSteps,
  spentSoFar,
  staticSteps,
} from './test/run.ts';

const part: Part = process.argv.includes('--quick')
  ? 'quick'
  : process.argv.includes('--rest')
    ? 'rest'
    : 'test';
const strict = /^(1|true)$/.test(process.env.CI ?? '');
const { checksSources, programs, stages } = parts[part];

// Fetched while the static checks and the quick tests run.
const fetched = programs === undefined ? Promise.resolve([]) : fetchPrograms(programs);
const results: Result[] = [];
if (checksSources) results.push(...(await runSteps(staticSteps)), await runProjects(['unit', 'component']));
const missing = await fetched;
for (const stage of stages) results.push(...(await Promise.all(stage.map(runProjects))));

const total = sum(results, strict);
console.log('');
for (const { name, seconds, passed, failed, skipped } of results)
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}: ${closingLine({ passed, failed, skipped })}`);
for (const failure of results.flatMap(({ failures }) => failures)) console.log(`\n✗ ${failure}\n`);
for (const { engine, why } of missing) console.log(`${engine}: skipped, ${why}`);
console.log(spentSoFar());
console.log(closingLine(total));
process.exitCode = total.failed > 0 ? 1 : 0;
