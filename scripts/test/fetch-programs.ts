// Started by npm test and npm run test:rest beside their first checks: installs what their tests drive ("chromium" or
// "all"), and prints what could not be had.
import { ensureBrowsers } from '../browsers/ensure.ts';
import { ENGINES } from '../browsers/find.ts';
import { ensurePostgres } from '../postgres/programs.ts';
import { ensureProxies } from '../proxies/ensure.ts';
import { ensureRestic } from '../support/restic.ts';

const missing =
  process.argv[2] === 'chromium'
    ? ensureBrowsers(['Chromium'])
    : [...ensureBrowsers(ENGINES), ...ensureProxies(), ...ensureRestic(), ...ensurePostgres()];
console.log(JSON.stringify(missing));
