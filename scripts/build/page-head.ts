import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a built page says of itself. */
export interface PageHead {
  /** Canonical address. */
  readonly address: string;
  /** Whether search engines may show it. */
  readonly indexable: boolean;
}

/**
 * Reads the heads of built pages.
 * @param dir the built site
 * @param pathnames as Astro names them: `sales/`, `404/`, empty for the first page
 * @throws Error naming the page that lacks something
 */
export function readHeads(dir: string, pathnames: readonly string[]): Promise<PageHead[]> {
  return Promise.all(
    pathnames.map(async (pathname) => {
      const file = fileOf(pathname);
      return headOf(await readFile(join(dir, file), 'utf8'), file);
    }),
  );
}

/** The file of a page inside the built site, by its name in Astro. */
export function fileOf(pathname: string): string {
  return pathname === '404/' ? '404.html' : join(pathname, 'index.html');
}

/** The head of one page, from its HTML as Astro writes it. */
export function headOf(html: string, file: string): PageHead {
  const meta = (name: string) => {
    const content = new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];
    return content === undefined ? undefined : plain(content);
  };
  const needed = (name: string) => {
    const content = meta(name);
    if (!content) throw new Error(`${file}: no <meta> ${name}`);
    return content;
  };
  return {
    address: needed('og:url'),
    indexable: !meta('robots')?.includes('noindex') && file !== '404.html',
  };
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function plain(text: string): string {
  return text.replace(/&(?:#(\d+)|(\w+));/g, (whole, code, name) =>
    code ? String.fromCodePoint(Number(code)) : (NAMED[name] ?? whole),
  );
}

/** The sitemap of the pages that may be found (sitemaps.org 0.9), in the order of their addresses. */
export function sitemap(heads: readonly PageHead[]): string {
  const addresses = heads.filter(({ indexable }) => indexable).map(({ address }) => address);
  const urls = addresses.toSorted().map((address) => `<url><loc>${escapeXml(address)}</loc></url>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('')}</urlset>
`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
