import type { PageHead } from './page-head.ts';

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
