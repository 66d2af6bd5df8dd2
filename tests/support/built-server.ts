import { join } from 'node:path';
import { buildServer } from '#scripts/build/server.ts';

const { dir } = await buildServer();

/** The program that is shipped: server/main.ts, built. */
export const MAIN = join(dir, 'main.js');

/** One of the modules that it is built as, by the source's type. */
export const builtModule = async <Module>(name: 'main' | 'serve' | 'audit-process'): Promise<Module> =>
  (await import(/* @vite-ignore */ join(dir, `${name}.js`))) as Module;
