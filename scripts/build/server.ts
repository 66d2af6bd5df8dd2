import { existsSync, globSync, readFileSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';
import { className } from './class-name.ts';
import { refuseReadOnly } from './refusals.ts';
import { serverStamp } from './stamp.ts';

const root = join(import.meta.dirname, '../..');
const builds = join(root, 'dist-server');

/** What programs outside the server import of it; their file's name is the module's. */
const ENTRIES = {
  main: 'server/main.ts',
  serve: 'server/serve.ts',
  'audit-process': 'server/audits/process/audit-process.ts',
  doctor: 'cli/doctor.ts',
};

/** How the server names a program that it starts: a thread, the process of an audit. */
const PROGRAM = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g;

/**
 * Servers that are running import parts of themselves later, and start programs: the builds that they began with stay
 * for as many builds.
 */
const KEPT = 3;

/**
 * Builds the server, one file a part, with most packages in it. Each state of the sources has a
 * folder of its own below dist-server/, so a server that is running keeps its own.
 * @returns the folder, in which each of `ENTRIES` is a module, and whether it had to be built
 * @throws BuildFailed
 */
export async function buildServer(): Promise<{ dir: string; built: boolean }> {
  const dir = join(builds, serverStamp(root).slice(0, 16));
  if (existsSync(dir)) return { dir, built: false };
  await refuseReadOnly(root);
  const aside = join(builds, `.${process.pid}`);
  try {
    // Not at every start: only a build needs it.
    const [{ build }, { shrinkSourceMaps }] = await Promise.all([
      import('esbuild'),
      import('./source-maps.ts'),
    ]);
    await build({ ...serverOptions(aside), logLevel: 'error' });
    shrinkSourceMaps(aside);
    // Another start may have built the same meanwhile.
    await rename(aside, dir).catch((error) => {
      if (!existsSync(dir)) throw error;
    });
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
  await removeOld(dir);
  return { dir, built: true };
}

/** @param outdir every file is written there, in no folder */
export function serverOptions(outdir: string): BuildOptions {
  return {
    absWorkingDir: root,
    entryPoints: { ...ENTRIES, ...programs() },
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    charset: 'utf8',
    jsx: 'automatic',
    sourcemap: true,
    // The sources lie beside; each start would read them again.
    sourcesContent: false,
    // CommonJS that is bundled (React) asks for what Node brings.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
    define: { 'process.env.NODE_ENV': '"production"', 'import.meta.env.DEV': 'false' },
    plugins: [bundlesOnlyInside, besidesEachOther, classNames],
  };
}

/** The programs that the server starts, found where they are named. */
function programs(): Record<string, string> {
  const files = globSync('server/**/*.ts', { cwd: root });
  return Object.fromEntries(
    files.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(PROGRAM)].map(([, name = '']) => [
        name,
        join(file, '..', `${name}.ts`),
      ]),
    ),
  );
}

/** What renders to text; the rest of `react-dom/server` would be as much again, read at every start. */
const RENDERER = join(root, 'node_modules/react-dom/cjs/react-dom-server-legacy.node.production.js');

/**
 * Packages that stay outside, since few starts need them or they look for files beside theirs. All others are bundled:
 * a start would read their 700 files one by one.
 */
const OUTSIDE = /^(axe-core|nodemailer|pg|playwright-core)(\/|$)/;

const bundlesOnlyInside: Plugin = {
  name: 'bundles-only-inside',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^[^.#/]/ }, ({ path, kind }) => {
      if (path === 'react-dom/server') return { path: RENDERER };
      return kind !== 'entry-point' && OUTSIDE.test(path) ? { path, external: true } : undefined;
    });
  },
};

/** All that is built lies in one folder, so a program is named from wherever its name was. */
const besidesEachOther: Plugin = {
  name: 'besides-each-other',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/server\/.*\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(PROGRAM, "new URL('./$1.js', import.meta.url)"),
      loader: 'ts',
    }));
  },
};

/** The names that the build gives classes; the styles themselves are in the built pages. */
const classNames: Plugin = {
  name: 'class-names',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      if (!path.endsWith('.module.css')) return { contents: '', loader: 'js' };
      const styles = await readFile(path, 'utf8');
      if (styles.includes('composes:'))
        throw new Error(`${path}: the server does not know what \`composes\` adds`);
      const names = styles.matchAll(/\.([a-z][\w-]*)/gi);
      const classes = Object.fromEntries([...names].map(([, name = '']) => [name, className(name, path)]));
      return { contents: JSON.stringify(classes), loader: 'json' };
    });
  },
};

async function removeOld(newest: string): Promise<void> {
  await utimes(newest, new Date(), new Date());
  const names = (await readdir(builds)).filter((name) => !name.startsWith('.'));
  const aged = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(builds, name))).mtimeMs })),
  );
  const old = aged.toSorted((a, b) => b.at - a.at).slice(KEPT);
  await Promise.all(old.map(({ name }) => rm(join(builds, name), { recursive: true, force: true })));
}
