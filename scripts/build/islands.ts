import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** What the first island of a visit brings along, in the names that the build gives its files. */
const FRAMEWORK = ['react', 'hydrate'];

/**
 * One line for each island: what it weighs as Brotli, alone and with the framework it brings.
 * @param sources the folder of the islands
 * @param dir the built site
 * @throws Error naming the island whose first line does not say why it must be one
 */
export function islandLines(sources: string, dir: string): string[] {
  const weigh = (name: string) =>
    globSync(`_astro/${name}.*.js`, { cwd: dir }).reduce(
      (sum, file) => sum + brotliCompressSync(readFileSync(join(dir, file))).length,
      0,
    );
  const framework = FRAMEWORK.reduce((sum, name) => sum + weigh(name), 0);
  return globSync('**/*.island.tsx', { cwd: sources }).map((file) => {
    const name = basename(file, '.tsx');
    const [first = ''] = readFileSync(join(sources, file), 'utf8').split('\n', 1);
    if (!/^\/\/ Island because .+$/.test(first))
      throw new Error(`${file}: its first line must say « // Island because … »`);
    const own = weigh(name);
    return `Îlot ${name} : ${kilobytes(own)}, ${kilobytes(own + framework)} avec React.`;
  });
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toLocaleString('fr-CH', { maximumFractionDigits: 1 })} ko`;
}
