import { resolve } from 'node:path';

/** For Node: programs under test visit nobody's site (no-names.mjs). */
export const VISITING_NOBODY = { NODE_OPTIONS: `--import=${resolve('tests/support/no-names.mjs')}` };

/** What programs under test get of this environment. As `npm start` does, they keep compiled code between starts. */
export const PROGRAM_ENVIRONMENT = {
  ...VISITING_NOBODY,
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: resolve('.cache/node'),
};
