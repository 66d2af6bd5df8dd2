import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { SOURCE_FIELD } from '#domain/form-page.ts';
import { queryOf, type Source } from '#domain/source.ts';
import { representations, type SiteFile } from './site-files.ts';

/** As many pages with a source as are kept ready; the longest unused one leaves first. */
const MOST_KEPT = 64;
/** Somebody waits for it. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const compress = promisify(brotliCompress);

/** Links to pages: paths without a query, as the build writes them. */
const LINK = /\bhref="(\/(?:[\w-]+(?:\/[\w-]+)*)?)(#[^"]*)?"/g;
/** React, which takes the form over, leaves hidden fields that it does not know where they are. */
const LEAD_FORM = /<form\b[^>]*\baction="\/api\/leads"[^>]*>/g;

/**
 * Pages whose links to other pages of the site, and whose lead form, carry a source along: so the lead has it, with
 * and without scripts, and the browser stores nothing.
 */
export function carriedSources(site: ReadonlyMap<string, SiteFile>) {
  const kept = new Map<string, Promise<SiteFile>>();
  const isPage = (path: string) => site.get(path)?.type.startsWith('text/html') ?? false;

  async function make(file: SiteFile, source: Source): Promise<SiteFile> {
    const query = queryOf(source).replaceAll('&', '&amp;');
    const html = file.identity.bytes
      .toString('utf8')
      .replace(LINK, (whole, path: string, fragment = '') =>
        isPage(path) ? `href="${path}?${query}${fragment}"` : whole,
      )
      .replace(LEAD_FORM, `$&<input type="hidden" name="${SOURCE_FIELD}" value="${query}">`);
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
