import { resolve } from 'node:path';

/** What programs under test get of this environment. As `npm start` does, they keep compiled code between starts. */
export const PROGRAM_ENVIRONMENT = { PATH: process.env.PATH, NODE_COMPILE_CACHE: resolve('.cache/node') };
