import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build, type Plugin } from 'esbuild';

/** A page's script as Astro writes it: a module of its own that imports others, each a request more. */
const MODULE = /<script type="module" src="(\/_astro\/[^"]+\.js)"><\/script>/g;

/** How Astro names the script of a page or a layout. */
const PAGE_SCRIPT = /\.astro_astro_type_script/;

/** What Astro writes before a page's first island: the directive, then the element that loads islands. */
const ISLAND_RUNTIME =
  /<script>([^<]*\(self\.Astro\|\|\(self\.Astro=\{\}\)\)[^<]*)<\/script><script>(.*?customElements\.define\("astro-island".*?)<\/script>/s;

/**
 * Puts what each page runs at once into the page: its module scripts become one inline script, and what they import
 * only when it is needed (`import()`) becomes one file each. A page then costs no request for its behaviour, and its
 * script compresses together with it. Astro's island element, which nobody needs before touching an island, becomes
 * such a file too.
 * @param dir the built site
 * @param files its pages, below `dir`
 * @throws Error when something would run twice, or a page's islands are not as Astro wrote them when this was made
 */
export async function inlineScripts(dir: string, files: readonly string[]): Promise<void> {
  const bundler = new Bundler(dir);
  for (const file of files) {
    const path = join(dir, file);
    let html = await readFile(path, 'utf8');
    const runtime = ISLAND_RUNTIME.exec(html);
    if (!runtime && html.includes('<astro-island'))
      throw new Error(`${file}: Astro's island element not found`);
    const address = runtime && (await addFile(dir, 'islands', `${runtime[1]}\n${runtime[2]}`));
    if (runtime) html = html.replace(runtime[0], '');
    const sources = [...new Set([...html.matchAll(MODULE)].map(([, source = '']) => source))];
    const code = await bundler.inline(sources, { ISLAND_RUNTIME: JSON.stringify(address) });
    let scripts = 0;
    html = html.replace(MODULE, () => (scripts++ === 0 ? `<script type="module">${code}</script>` : ''));
    await writeFile(path, html);
  }
  await bundler.writeLater();
}

/** Bundles modules of one built site; remembers what they import later. */
class Bundler {
  readonly #dir: string;
  readonly #later = new Set<string>();

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** One script out of several modules and all that they import at once. */
  async inline(sources: readonly string[], define: Record<string, string>): Promise<string> {
    const code = await this.#bundle(sources, define);
    // Inside a page this would end the script.
    return code.replaceAll('</script', '<\\/script');
  }

  /** Makes each module that is imported later whole, in its place: its name says what it is made of already. */
  async writeLater(): Promise<void> {
    const whole = [...this.#later].map(async (name) => ({ name, code: await this.#whole(name) }));
    for (const { name, code } of await Promise.all(whole)) await writeFile(join(this.#dir, name), code);
  }

  async #whole(name: string): Promise<string> {
    const entryPoints = [join(this.#dir, name)];
    const { outputFiles, metafile } = await build({ ...SETTINGS, entryPoints, metafile: true });
    const page = Object.keys(metafile.inputs).find((input) => PAGE_SCRIPT.test(input));
    if (page) throw new Error(`${name} imports ${page}, which would run again`);
    return outputFiles?.[0]?.text ?? '';
  }

  async #bundle(sources: readonly string[], define: Record<string, string>): Promise<string> {
    const contents = sources.map((source) => `import ${JSON.stringify(join(this.#dir, source))};`).join('\n');
    const stdin = { contents, resolveDir: this.#dir };
    const { outputFiles } = await build({ ...SETTINGS, stdin, define, plugins: [this.#laterByAddress()] });
    return (outputFiles?.[0]?.text ?? '').trim();
  }

  /** What is imported later stays a file, under the address that a page can ask for. */
  #laterByAddress(): Plugin {
    return {
      name: 'later-by-address',
      setup: ({ onResolve }) => {
        onResolve({ filter: /\.js$/ }, ({ kind, path }) => {
          if (kind !== 'dynamic-import') return undefined;
          const address = `/_astro/${basename(path)}`;
          this.#later.add(address);
          return { path: address, external: true };
        });
      },
    };
  }
}

const SETTINGS = {
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'none',
  write: false,
} as const;

/** Adds a script to the site under a name made of its content, and returns its address. */
async function addFile(dir: string, name: string, code: string): Promise<string> {
  const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
  const address = `/_astro/${name}.${hash}.js`;
  await writeFile(join(dir, address), code);
  return address;
}
