import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { SiteFile } from './site-files.ts';
import { withoutAudit } from './without-audit.ts';

function page(html: string, type = 'text/html; charset=utf-8'): SiteFile {
  const bytes = Buffer.from(html);
  const brotli = { bytes: brotliCompressSync(bytes), etag: '"a-br"' };
  return { type, cacheControl: 'no-cache', headers: {}, identity: { bytes, etag: '"a"' }, brotli };
}

test('the form is taken out of every page in both encodings, which are new then; the rest stays as it is', () => {
  const form = page('<main><section class="x" id="audit"><form></form></section><section>b</section></main>');
  const other = page('<section id="autre">c</section>');
  const script = page('<section id="audit"></section>', 'text/javascript');
  const site = withoutAudit(new Map(Object.entries({ '/a': form, '/b': other, '/c.js': script })));
  const rest = '<main><section>b</section></main>';
  const { identity, brotli } = site.get('/a') ?? form;
  expect(identity.bytes.toString()).toBe(rest);
  expect(brotliDecompressSync(brotli?.bytes ?? Buffer.of()).toString()).toBe(rest);
  expect([identity.etag, brotli?.etag]).not.toContain('"a"');
  expect(identity.etag).not.toBe('"a"');
  expect(brotli?.etag).not.toBe('"a-br"');
  expect([site.get('/b'), site.get('/c.js')]).toEqual([other, script]);
});
