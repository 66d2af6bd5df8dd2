import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { ISLAND_CODE } from '#site/markup.ts';
import { ONLY_THERE, oldestBrowsers } from './oldest-browsers.ts';

/** A page's script as Astro writes it: a module that imports others, each a request more. */
const MODULE = /<script type="module" src="(\/_astro\/[^"]+\.js)"><\/script>/g;

/** How Astro names the script of a page or a layout. */
const PAGE_SCRIPT = /\.astro_astro_type_script/;

/** React, one file for all islands (`codeSplitting` in astro.config.ts). */
const REACT = /(^|\/)react\.[^/]+\.js$/;

/** What an island is made of, beside React: its own module, and what gives it to React (site/islands/hydrate.ts). */
const ISLAND_MODULE = /\/([^/]+\.island|hydrate)\.[^/]+\.js$/;

/**
 * Puts what each page runs at once into the page: its module scripts become one inline script, and what they import
 * only when it is needed (`import()`) becomes one file each. A page then costs no request for its behaviour, and its
 * script compresses together with it. Only React stays a file that islands share; a page with islands holds links to
 * all of their code, in a template, so that its script can have it fetched at low priority and at once.
 * @param dir the built site
 * @param files its pages, below `dir`
 * @throws Error when something would run twice
 */
export async function inlineScripts(dir: string, files: readonly string[]): Promise<void> {
  const bundler = new Bundler(dir);
  const react = (await readdir(join(dir, '_astro'))).filter((name) => REACT.test(name));
  for (const file of files) {
    const path = join(dir, file);
    const html = await readFile(path, 'utf8');
    const sources = [...new Set([...html.matchAll(MODULE)].map(([, source = '']) => source))];
    const { code, later } = await bundler.inline(sources);
    const islands = [...later].filter((address) => ISLAND_MODULE.test(address));
    const ahead = islands.length > 0 ? linksTo([...react.map((name) => `/_astro/${name}`), ...islands]) : '';
    const script = `${ahead}<script type="module">${ONLY_THERE}${code}</script>`;
    let scripts = 0;
    await writeFile(
      path,
      html.replace(MODULE, () => (scripts++ === 0 ? script : '')),
    );
  }
  await bundler.writeLater();
}

/** The template of links to an island's code: React first, which is the most. */
function linksTo(code: readonly string[]): string {
  const links = code.map((href) => `<link rel="modulepreload" fetchpriority="low" href="${href}">`);
  return `<template ${ISLAND_CODE}>${links.join('')}</template>`;
}

/** Bundles modules of one built site; remembers what they import later. */
class Bundler {
  readonly #dir: string;
  readonly #later = new Set<string>();

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** One script out of several modules and all that they import at once, and the addresses of what it imports later. */
  async inline(sources: readonly string[]): Promise<{ code: string; later: ReadonlySet<string> }> {
    const contents = sources.map((source) => `import ${JSON.stringify(join(this.#dir, source))};`).join('\n');
    const stdin = { contents, resolveDir: this.#dir };
    const later = new Set<string>();
    const { outputFiles } = await build({
      ...SETTINGS,
      stdin,
      plugins: [byAddress('dynamic-import', /./, later)],
    });
    for (const address of later) this.#later.add(address);
    // Inside a page this would end the script.
    const code = withoutHelper(outputFiles?.[0]?.text ?? '')
      .trim()
      .replaceAll('</script', '<\\/script');
    return { code, later };
  }

  /** Makes each module that is imported later whole, in its place: its name says what it is made of already. */
  async writeLater(): Promise<void> {
    const whole = [...this.#later].map(async (name) => ({ name, code: await this.#whole(name) }));
    for (const { name, code } of await Promise.all(whole)) await writeFile(join(this.#dir, name), code);
  }

  async #whole(name: string): Promise<string> {
    const entryPoints = [join(this.#dir, name)];
    const plugins = [byAddress('import-statement', REACT)];
    const { outputFiles, metafile } = await build({ ...SETTINGS, entryPoints, plugins, metafile: true });
    const page = Object.keys(metafile.inputs).find((input) => PAGE_SCRIPT.test(input));
    if (page) throw new Error(`${name} imports ${page}, which would run again`);
    return outputFiles?.[0]?.text ?? '';
  }
}

/**
 * `code` without what is left of Vite's preload helper (`forInlining` in astro.config.ts): some 30 bytes. Unchanged
 * where the helper is called in another way than around a plain import.
 */
export function withoutHelper(code: string): string {
  const [stub, name] = /var (\w+)=(\w)=>\2\(\);/.exec(code) ?? [];
  if (!stub) return code;
  const calls = new RegExp(`\\b${name}\\(\\(\\)=>(import\\([^]*?),\\[\\]\\)`, 'g');
  const without = code.replace(stub, '').replace(calls, '$1');
  return new RegExp(`\\b${name}\\(`).test(without) ? code : without;
}

/** Leaves what is imported in one way a file, under the address that a page can ask for, and notes it in `found`. */
function byAddress(way: 'dynamic-import' | 'import-statement', which: RegExp, found?: Set<string>): Plugin {
  return {
    name: 'by-address',
    setup: ({ onResolve }) => {
      onResolve({ filter: /\.js$/ }, ({ kind, path }) => {
        if (kind !== way || !which.test(path)) return undefined;
        const address = `/_astro/${basename(path)}`;
        found?.add(address);
        return { path: address, external: true };
      });
    },
  };
}

const SETTINGS = {
  bundle: true,
  minify: true,
  format: 'esm',
  target: oldestBrowsers().script,
  charset: 'utf8',
  legalComments: 'none',
  write: false,
} as const;
