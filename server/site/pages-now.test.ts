import { brotliDecompressSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { availability } from '#content/availability.ts';
import { freeTimes } from '../bookings/free-times.ts';
import { pagesNow } from './pages-now.ts';
import { representations, type SiteFile } from './site-files.ts';

/** A Monday at the office, 9h00. */
const NOW = Date.parse('2026-11-23T08:00:00Z');
const HTML = '<main><div class="x" data-times-ahead=""></div></main>';

const pageOf = (html: string): SiteFile => ({
  ...{ type: 'text/html; charset=utf-8', cacheControl: 'no-cache', headers: {} },
  ...representations(Buffer.from(html), Buffer.from('built')),
});

/** A busy machine needs a second for the first list. */
function started(taken: () => Promise<[]> = async () => [], patienceMs = 60_000) {
  const now = vi.fn(() => NOW);
  const times = freeTimes({ availability, store: { taken }, busy: { between: async () => [] }, now });
  return { now, show: pagesNow({ availability, times, now }, patienceMs) };
}

it('shows on step 2 the first days, and the times of the first of them', async () => {
  const { show } = started();
  const page = await show('/introduction', pageOf(HTML));
  const html = page.identity.bytes.toString();
  expect([...html.matchAll(/name="day" (?:checked="" )?value="([^"]+)"/g)].map(([, day]) => day)).toEqual([
    ...['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27'],
  ]);
  const starts = [...html.matchAll(/name="start" value="([^"]+)"/g)].map(([, start]) => start);
  expect([starts.at(0), starts.at(-1)]).toEqual(['2026-11-23T12:30:00Z', '2026-11-23T16:00:00Z']);
  // As much room as for the fullest day.
  expect(html.match(/class="free-time[ "]/g)).toHaveLength(14);
  expect(html).toContain('>13h30</time>');
  expect(brotliDecompressSync(page.brotli?.bytes ?? Buffer.alloc(0)).toString()).toBe(html);
  expect(page.identity.etag).not.toBe(pageOf(HTML).identity.etag);
});

it('makes the page once for the same times, and again for others', async () => {
  const { show, now } = started();
  const first = await show('/introduction', pageOf(HTML));
  now.mockReturnValue(NOW + 60_000);
  expect(await show('/introduction', pageOf(HTML))).toBe(first);
  now.mockReturnValue(NOW + 60 * 60_000);
  expect((await show('/introduction', pageOf(HTML))).identity.etag).not.toBe(first.identity.etag);
});

it.each([
  ['hangs', () => new Promise<[]>(() => {})],
  ['fails', () => Promise.reject(new Error('no database'))],
])('shows the page as it was built when the database %s', async (_case, taken) => {
  const { show } = started(taken, 1);
  const built = pageOf(HTML);
  expect(await show('/introduction', built)).toBe(built);
});

it('leaves every other page, and one that books no calls, as they were built', async () => {
  const { show } = started();
  const [other, without] = [pageOf(HTML), pageOf('<main></main>')];
  expect(await show('/sales', other)).toBe(other);
  expect(await show('/introduction', without)).toBe(without);
});
