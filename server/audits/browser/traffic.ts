import type { BrowserContext, Request } from 'playwright-core';
import { siteOf } from '../address/site-name.ts';
import type { HostFacts, LoadFacts } from '../facts/facts.ts';

export interface Traffic {
  /** What the page has asked for so far. */
  readonly facts: (
    pageUrl: string,
  ) => Promise<Pick<LoadFacts, 'bytes' | 'requests' | 'hosts' | 'insecureRequests'>>;
}

const MOST_HOSTS = 40;
const SIZES_MS = 2_000;

/** Counts a page's requests by host, as the browser reports them; its own connections are not the page's. */
export function watchTraffic(context: BrowserContext): Traffic {
  const finished: { readonly url: string; readonly size: Promise<number> }[] = [];
  const failed: string[] = [];
  context.on('requestfinished', (request) => finished.push({ url: request.url(), size: sizeOf(request) }));
  context.on('requestfailed', (request) => failed.push(request.url()));
  return {
    async facts(pageUrl) {
      const site = siteOf(new URL(pageUrl).hostname);
      const all = await Promise.all(finished.map(async ({ url, size }) => ({ url, bytes: await size })));
      const seen = [...all, ...failed.map((url) => ({ url, bytes: 0 }))].filter(({ url }) =>
        /^https?:/.test(url),
      );
      const hosts = byHost(seen, site);
      return {
        bytes: seen.reduce((sum, { bytes }) => sum + bytes, 0),
        requests: seen.length,
        hosts: hosts.slice(0, MOST_HOSTS),
        insecureRequests: pageUrl.startsWith('https:')
          ? seen.filter(({ url }) => url.startsWith('http:')).length
          : 0,
      };
    },
  };
}

/** Zero where the browser does not say, within two seconds. */
function sizeOf(request: Request): Promise<number> {
  const known = request.sizes().then(
    (sizes) => Math.max(0, sizes.responseBodySize) + Math.max(0, sizes.responseHeadersSize),
    () => 0,
  );
  const late = new Promise<number>((resolve) => setTimeout(resolve, SIZES_MS, 0).unref());
  return Promise.race([known, late]);
}

function byHost(
  seen: readonly { readonly url: string; readonly bytes: number }[],
  site: string,
): HostFacts[] {
  const hosts = new Map<string, { bytes: number; requests: number }>();
  for (const { url, bytes } of seen) {
    const { hostname } = new URL(url);
    const known = hosts.get(hostname) ?? { bytes: 0, requests: 0 };
    hosts.set(hostname, { bytes: known.bytes + bytes, requests: known.requests + 1 });
  }
  return [...hosts]
    .map(([host, sums]) => ({ host, ...sums, thirdParty: siteOf(host) !== site }))
    .sort((a, b) => b.bytes - a.bytes);
}
