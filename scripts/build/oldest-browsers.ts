import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The oldest browsers that the pages' scripts and styles are built for, by the names that `browserslist` has. */
export interface OldestBrowsers {
  /** Versions by name. */
  readonly versions: Readonly<Record<string, string>>;
  /** As esbuild names them. */
  readonly script: string[];
  /** As Lightning CSS counts them. */
  readonly css: Record<string, number>;
}

const MANIFEST = join(import.meta.dirname, '../../package.json');
const ESBUILD: Record<string, string> = { ios_saf: 'ios' };

/** Reads them out of `browserslist` in package.json, of which each line is `<browser> >= <version>`. */
export function oldestBrowsers(): OldestBrowsers {
  const { browserslist } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as { browserslist: string[] };
  const versions = browserslist.map((line): [string, string] => {
    const [, name, version] = /^(\w+) >= ([\d.]+)$/.exec(line) ?? [];
    if (!name || !version) throw new Error(`browserslist: ${line} is no « browser >= version »`);
    return [name, version];
  });
  return {
    versions: Object.fromEntries(versions),
    script: versions.map(([name, version]) => `${ESBUILD[name] ?? name}${version}`),
    css: Object.fromEntries(
      versions.map(([name, version]) => {
        const [major = 0, minor = 0] = version.split('.').map(Number);
        return [name, (major << 16) | (minor << 8)];
      }),
    ),
  };
}

/**
 * What every page's script begins with: `Object.hasOwn` is as old as those browsers, so in older ones it ends there and
 * the pages are what they are without a script.
 */
export const ONLY_THERE = 'Object.hasOwn(0,0);';
