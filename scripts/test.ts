// npm test: every check; with --quick (npm run check) those that need neither a browser nor a server.
import { closingLine, sum } from './test/counts.ts';
import { fetchPrograms, runProjects, runSteps } from './test/run.ts';
import { quickProjects, slowProjects, staticSteps, timedProjects } from './test/steps.ts';

const quick = process.argv.includes('--quick');
const strict = /^(1|true)$/.test(process.env.CI ?? '');

// Fetched while the static checks and the quick tests run.
const programs = quick ? [] : fetchPrograms();
const results = await runSteps(staticSteps);
results.push(await runProjects(quickProjects));
const missing = await programs;
if (!quick) {
  results.push(await runProjects(timedProjects));
  results.push(...(await Promise.all(slowProjects.map(runProjects))));
}

const total = sum(results, strict);
console.log('');
for (const { name, seconds, passed, failed, skipped } of results)
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}: ${closingLine({ passed, failed, skipped })}`);
for (const failure of results.flatMap(({ failures }) => failures)) console.log(`\n✗ ${failure}\n`);
for (const { engine, why } of missing) console.log(`${engine}: skipped, ${why}`);
console.log(closingLine(total));
process.exitCode = total.failed > 0 ? 1 : 0;
