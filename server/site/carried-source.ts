import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { queryOf, type Source } from '#domain/source.ts';
import { representations, type SiteFile } from './site-files.ts';

/** As many pages with a source as are kept ready; the longest unused one leaves first. */
const MOST_KEPT = 64;
/** Somebody waits for it. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const compress = promisify(brotliCompress);

/** Links to pages, and the lead form's action: paths without a query, as the build writes them. */
const ADDRESS = /\b(href|action)="(\/(?:[\w-]+(?:\/[\w-]+)*)?)(#[^"]*)?"/g;
const LEADS = '/api/leads';

/**
 * Pages whose links to other pages of the site, and whose lead form, carry a source along: so the lead has it, with
 * and without scripts, and the browser stores nothing.
 */
export function carriedSources(site: ReadonlyMap<string, SiteFile>) {
  const kept = new Map<string, Promise<SiteFile>>();
  const takesSource = (path: string) =>
    path === LEADS || (site.get(path)?.type.startsWith('text/html') ?? false);

  async function make(file: SiteFile, source: Source): Promise<SiteFile> {
    const query = queryOf(source).replaceAll('&', '&amp;');
    const html = file.identity.bytes
      .toString('utf8')
      .replace(ADDRESS, (whole, name: string, path: string, fragment = '') =>
        takesSource(path) ? `${name}="${path}?${query}${fragment}"` : whole,
      );
    const bytes = Buffer.from(html);
    const made = representations(bytes, file.brotli && (await compress(bytes, QUALITY)));
    // The page depends on where its visitor came from: no cache but the visitor's may keep it.
    return { ...file, ...made, cacheControl: 'private, no-cache' };
  }

  return (file: SiteFile, source: Source): Promise<SiteFile> => {
    const key = `${file.identity.etag} ${queryOf(source)}`;
    const page = kept.get(key) ?? make(file, source);
    kept.delete(key);
    kept.set(key, page);
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? '');
    return page;
  };
}
