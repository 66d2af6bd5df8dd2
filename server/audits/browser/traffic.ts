import type { BrowserContext, CDPSession, Request } from 'playwright-core';
import type { HostFacts, LoadFacts } from '../audit-facts.ts';
import { siteOf } from '../hosts.ts';
import { watchReceived } from './received.ts';

export interface Traffic {
  /** What the page has asked for so far. */
  readonly facts: (
    pageUrl: string,
  ) => Promise<Pick<LoadFacts, 'bytes' | 'partial' | 'requests' | 'hosts' | 'insecureRequests'>>;
}

const MOST_HOSTS = 40;
const SIZES_MS = 2_000;
/** A name of the DNS has no more (RFC 1035); a page can ask for any, which the facts then would hold. */
const LONGEST_NAME = 253;
/** An answer that has brought less and never ends waits for news, as a chat does. */
const MUCH_BYTES = 100_000;

/**
 * Counts a page's requests by host, as the browser reports them; its own connections are not the page's. A film that
 * still comes, or a picture given up half way, counts with what has come of it.
 */
export async function watchTraffic(context: BrowserContext, session: CDPSession): Promise<Traffic> {
  const sizes = new Map<Request, Promise<number> | undefined>();
  context.on('request', (request) => {
    if (/^https?:/.test(request.url())) sizes.set(request, undefined);
  });
  context.on('requestfinished', (request) => {
    if (sizes.has(request)) sizes.set(request, sizeOf(request));
  });
  const received = await watchReceived(session);
  return {
    async facts(pageUrl) {
      const site = siteOf(new URL(pageUrl).hostname);
      const incomplete = received.ofIncomplete();
      const seen = await Promise.all(
        [...sizes].map(async ([request, size]) => {
          const url = request.url();
          return { url, bytes: await (size ?? incomplete.take(url)) };
        }),
      );
      const hosts = byHost(seen, site);
      return {
        bytes: seen.reduce((sum, { bytes }) => sum + bytes, 0),
        ...(received.stillComing() > MUCH_BYTES && { partial: true }),
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

/** The heaviest first; names that no host can have are left out. */
export function byHost(
  seen: readonly { readonly url: string; readonly bytes: number }[],
  site: string,
): HostFacts[] {
  const hosts = new Map<string, { bytes: number; requests: number }>();
  for (const { url, bytes } of seen) {
    const { hostname } = new URL(url);
    if (hostname.length > LONGEST_NAME) continue;
    const known = hosts.get(hostname) ?? { bytes: 0, requests: 0 };
    hosts.set(hostname, { bytes: known.bytes + bytes, requests: known.requests + 1 });
  }
  return [...hosts]
    .map(([host, sums]) => ({ host, ...sums, thirdParty: siteOf(host) !== site }))
    .sort((a, b) => b.bytes - a.bytes);
}
