import type { SiteFile } from './site-files.ts';

/** The pages that hold the lead form, as paths. */
export function formPagesIn(site: ReadonlyMap<string, SiteFile>): ReadonlySet<string> {
  const holdsForm = (file: SiteFile) => file.identity.bytes.includes('action="/api/leads"');
  return new Set([...site].filter(([, file]) => holdsForm(file)).map(([address]) => address));
}
