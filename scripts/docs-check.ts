import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'docs/**/*.md'];

/**
 * What the documents of a repository promise and it does not hold: documents that must be there, npm commands
 * that package.json does not have, links, named files and their functions that are not there.
 * @param root folder of the repository
 * @returns one line for each, `document: what is wrong`
 */
export function brokenPromises(root: string): string[] {
  const missing = ['README.md', 'CONTRIBUTING.md'].filter((name) => !existsSync(join(root, name)));
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
  const found = globSync(DOCUMENTS, { cwd: root }).flatMap((document) => {
    const text = readFileSync(join(root, document), 'utf8');
    const commands = commandsIn(text).filter((name) => !Object.hasOwn(scripts, name));
    const links = linksIn(text).filter((link) => !leadsSomewhere(root, document, link));
    // The changelog tells of what was; the others of what is.
    const named = document === 'CHANGELOG.md' ? [] : filesNamedIn(text);
    const files = named.filter((file) => !existsSync(join(root, file)));
    const names = functionsNamedIn(text).filter(({ file, name }) => !declares(join(root, file), name));
    return [
      ...commands.map((name) => `${document}: package.json has no script “${name}”`),
      ...[...links, ...files].map((link) => `${document}: nothing at ${link}`),
      ...names.map(({ file, name }) => `${document}: ${file} has no ${name}`),
    ];
  });
  return [...missing.map((name) => `${name}: is missing`), ...found];
}

/** The npm scripts a text tells its reader to run. */
function commandsIn(text: string): string[] {
  const calls = text.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g);
  return [...new Set([...calls].map(([, script, short]) => script ?? short ?? ''))];
}

/** Addresses of links and pictures, but for those of the web. */
function linksIn(text: string): string[] {
  const prose = text.replace(/```[\s\S]*?```/g, '');
  const written = [
    ...prose.matchAll(/\]\(<?([^)>\s]+)>?[^)]*\)/g),
    ...prose.matchAll(/(?:src|href)="([^"]+)"/g),
  ];
  return written.map(([, address = '']) => address).filter((address) => !/^[a-z]+:/.test(address));
}

/** Files and folders of the repository that a text names as code, by their path from its root. */
function filesNamedIn(text: string): string[] {
  const folders = 'bench|cli|content|deploy|docs|domain|scripts|server|site|tests';
  const named = text.matchAll(new RegExp(`\`((?:${folders})/[\\w./[\\]-]*)\``, 'g'));
  return [...named].map(([, path = '']) => path);
}

/** What a text names right after a file, as in « `domain/lead.ts`, `parseLead` ». */
function functionsNamedIn(text: string) {
  const named = text.matchAll(/`([\w/-]+\.tsx?)`, `(\w+)`/g);
  return [...named].map(([, file = '', name = '']) => ({ file, name }));
}

function declares(file: string, name: string): boolean {
  return (
    !existsSync(file) || new RegExp(`\\b(function|const|class) ${name}\\b`).test(readFileSync(file, 'utf8'))
  );
}

function leadsSomewhere(root: string, document: string, link: string): boolean {
  const [path = '', fragment] = link.split('#');
  const target = path === '' ? document : normalize(join(dirname(document), decodeURIComponent(path)));
  if (!existsSync(join(root, target))) return false;
  if (!fragment || !target.endsWith('.md')) return true;
  return anchorsIn(readFileSync(join(root, target), 'utf8')).includes(decodeURIComponent(fragment));
}

/** The anchors that the usual viewers of Markdown give to headings. */
function anchorsIn(text: string): string[] {
  return [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  );
}
