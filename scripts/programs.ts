// node scripts/run.mjs scripts/programs.ts: installs the programs that tests drive and this machine lacks (browsers,
// proxies, PostgreSQL, restic), with "chromium" that one alone. The test run starts it with --json.
import { ENGINES, ensureBrowsers } from './browsers/installed-browsers.ts';
import { ensurePostgres, ensureProxies, ensureRestic } from './support/programs.ts';

const missing = process.argv.includes('chromium')
  ? ensureBrowsers(['Chromium'])
  : [...ensureBrowsers(ENGINES), ...ensureProxies(), ...ensureRestic(), ...ensurePostgres()];
if (process.argv.includes('--json')) console.log(JSON.stringify(missing));
else {
  for (const { engine, why } of missing)
    console.error(`${engine} manque (${why}). Installez-le à la main, puis relancez la même commande.`);
  if (missing.length === 0) console.log('Tous les programmes sont là.');
  else process.exitCode = 1;
}
