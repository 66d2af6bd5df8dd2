// Started by npm test and npm run test:rest beside their first checks: installs what their tests drive ("chromium" or
// "all"), and prints what could not be had.
import { ENGINES, ensureBrowsers } from '../browsers/installed-browsers.ts';
import { ensurePostgres, ensureProxies, ensureRestic } from '../support/programs.ts';

const missing =
  process.argv[2] === 'chromium'
    ? ensureBrowsers(['Chromium'])
    : [...ensureBrowsers(ENGINES), ...ensureProxies(), ...ensureRestic(), ...ensurePostgres()];
console.log(JSON.stringify(missing));
