// Started by npm test beside its first checks: installs what the slow tests drive, and prints what could not be had.
import { ensureBrowsers } from '../browsers/ensure.ts';
import { ensurePostgres } from '../postgres/programs.ts';
import { ensureProxies } from '../proxies/ensure.ts';
import { ensureRestic } from '../support/restic.ts';

const missing = [...ensureBrowsers(), ...ensureProxies(), ...ensureRestic(), ...ensurePostgres()];
console.log(JSON.stringify(missing));
