// Writes the lists of addresses and tables in docs/architecture.md: out of the routes, the pages and a migrated database.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { sql } from 'kysely';
import { migrate } from '#server/store/migrations/migrate.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';

const ROOT = new URL('..', import.meta.url);
const DOCUMENT = new URL('docs/architecture.md', ROOT);

/** `app.get('/path'`, with the path a text, a template or the name of a constant. */
const ROUTE = /\b(?:app|scope)\.(get|post)(?:<[^(]*>)?\(\s*(['`/\w$.{}:*-]+)/g;
/** A view of the desk: its path is the first in a row of a list. */
const VIEW = /\[('\/[^']*'), '\/[^']*', \w+View\]/g;

const files = (pattern: string) =>
  globSync(pattern, { cwd: ROOT, exclude: (name) => /\.test\.tsx?$/.test(name) }).toSorted();
const textOf = (file: string) => readFileSync(new URL(file, ROOT), 'utf8');

/** docs/architecture.md with both lists as they are now. */
export async function withMap(document: string): Promise<string> {
  return filled(filled(document, 'addresses', addresses()), 'tables', await tables());
}

function filled(document: string, name: string, lines: readonly string[]): string {
  const list = new RegExp(`(<!-- ${name}: [^\\n]* -->\\n)[^]*?(\\n<!-- end of the ${name} -->)`);
  return document.replace(list, (_, begin, end) => `${begin}\n${lines.join('\n')}\n${end}`);
}

function addresses(): string[] {
  const sources = files('{server,domain}/**/*.{ts,tsx}').map((file) => [file, textOf(file)] as const);
  const constants = new Map(
    sources.flatMap(([, text]) =>
      [...text.matchAll(/^(?:export )?const (\w+) = '(\/[^']*)';$/gm)].map(
        ([, name, path]) => [name, path] as const,
      ),
    ),
  );
  const served = sources
    .filter(([file]) => file.startsWith('server/'))
    .flatMap(([file, text]) => [
      ...[...text.matchAll(ROUTE)].map(([, method = '', path = '']) => ({
        file,
        method: method.toUpperCase(),
        path,
      })),
      ...[...text.matchAll(VIEW)].map(([, path = '']) => ({ file, method: 'GET', path })),
    ])
    .flatMap((route) => {
      const path = /^['`]/.test(route.path) ? route.path.slice(1, -1) : constants.get(route.path);
      return path?.startsWith('/') ? { ...route, path: path.replace(/\$\{(\w+)\}/g, ':$1') } : [];
    });
  const isOps = ({ file, path }: { readonly file: string; readonly path: string }) =>
    /^server\/(desk|metrics|ops\.ts)/.test(file) && !path.startsWith('/api/');
  const lines = (routes: typeof served) =>
    [...Map.groupBy(routes, ({ file }) => file)].map(([file, of]) => {
      const shown = new Set(of.map(({ method, path }) => `\`${method} ${path}\``));
      return `- \`${file}\`: ${[...shown].join(', ')}`;
    });
  const pages = files('site/pages/**/*.{astro,ts}').map((file) =>
    basename(file).replace(/\.(astro|ts)$/, ''),
  );
  return [
    '**Visitors** (`PORT`)',
    '',
    ...lines(served.filter((route) => !isOps(route))),
    `- \`site/pages/\`, built, each address in the file of its name: ${pages.map((page) => `\`${page}\``).join(', ')}`,
    '',
    '**Owner and operator** (`OPS_PORT`, this machine alone; the desk again below `/exemple`, over made-up rows)',
    '',
    ...lines(served.filter(isOps)),
  ];
}

/** Each table with the first sentence of its type, and its columns. */
async function tables(): Promise<string[]> {
  const types = files('server/store/**/*.ts').map(textOf).join('\n');
  const db = openSqlite(':memory:');
  try {
    await migrate(db);
    const { rows } = await sql<{ name: string; columns: string }>`
      select m.name, group_concat(c.name, ', ') as columns
      from sqlite_schema m join pragma_table_info(m.name) c
      where m.type = 'table' and m.name not like 'sqlite_%' and m.name not like 'kysely_%'
      group by m.name order by m.name`.execute(db);
    return rows.map(({ name, columns }) => {
      const type = `${name.replace(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase())}Table`;
      const [, comment = ''] =
        new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\s*export interface ${type}\\b`).exec(types) ?? [];
      const [sentence = ''] = comment
        .replace(/\s+\*?\s*/g, ' ')
        .trim()
        .split(/(?<=[.;:]) /, 1);
      return `- \`${name}\`${sentence === '' ? '' : ` (${sentence.replace(/[.;:]$/, '')})`}: ${columns}`;
    });
  } finally {
    await db.destroy();
  }
}

if (import.meta.main) writeFileSync(DOCUMENT, await withMap(readFileSync(DOCUMENT, 'utf8')));
