import { brotliCompressSync } from 'node:zlib';
import { AUDIT_SECTION } from '#domain/audit.ts';
import { representations, type SiteFile } from './site-files.ts';

const SECTION = new RegExp(`<section[^>]*\\bid="${AUDIT_SECTION}"[^>]*>[^]*?</section>`, 'g');

/** The site without the form for express audits, for a server that takes none. */
export function withoutAudit(site: ReadonlyMap<string, SiteFile>): ReadonlyMap<string, SiteFile> {
  return new Map([...site].map(([address, file]) => [address, isPage(file) ? shortened(file) : file]));
}

function isPage({ type }: SiteFile): boolean {
  return type.startsWith('text/html');
}

function shortened(file: SiteFile): SiteFile {
  const html = file.identity.bytes.toString('utf8');
  const rest = html.replace(SECTION, '');
  if (rest === html) return file;
  const bytes = Buffer.from(rest);
  return { ...file, ...representations(bytes, file.brotli && brotliCompressSync(bytes)) };
}
