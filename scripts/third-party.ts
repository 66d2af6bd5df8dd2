// node scripts/third-party.ts: writes THIRD-PARTY.md, for a release and for the container's image.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLockfile, shipped } from './support/lockfile.ts';

const LICENCE = /^(licen[cs]e|copying|notice|ofl)[^/]*$/i;

/**
 * The packages and fonts that are shipped, with their licences.
 * @param root the repository, with its packages installed
 * @returns the text of THIRD-PARTY.md
 */
export function thirdParty(root: string): string {
  const packages = readLockfile(root);
  const byText = Map.groupBy(shipped(packages).toSorted(), (place) => licenceText(join(root, place)));
  const nameOf = (place: string) =>
    `${place.split('node_modules/').at(-1)} ${packages[place]?.version} (${packages[place]?.license ?? 'see below'})`;
  const texts = [...byText].map(
    ([text, places]) => `## ${places.map(nameOf).join(', ')}\n\n${text === '' ? NO_TEXT : fenced(text)}\n`,
  );
  return [HEAD, ...texts].join('\n');
}

const HEAD = `# Third-party packages and fonts

What is shipped with the site and its server beside the code of this repository, and under which licence. Written by
\`node scripts/third-party.ts\` from package-lock.json.
`;
const NO_TEXT = 'The package has no file with its licence.';

const fenced = (text: string) => `\`\`\`text\n${text}\n\`\`\``;

/** All files of a package that say how it may be used. */
function licenceText(folder: string): string {
  const files = globSync('*', { cwd: folder })
    .filter((name) => LICENCE.test(name))
    .toSorted();
  return files
    .map((name) =>
      readFileSync(join(folder, name), 'utf8').replaceAll('\r', '').replaceAll('```', "'''").trim(),
    )
    .join('\n\n');
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  writeFileSync(join(root, 'THIRD-PARTY.md'), thirdParty(root));
}
