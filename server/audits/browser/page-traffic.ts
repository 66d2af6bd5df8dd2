import type { BrowserContext, CDPSession, Request, Response } from 'playwright-core';
import type { HostFacts, LoadFacts } from '../audit-facts.ts';
import { siteOf } from '../hosts.ts';

type Traffic = Pick<LoadFacts, 'bytes' | 'partial' | 'requests' | 'hosts' | 'insecureRequests'>;

const MOST_HOSTS = 40;
const SIZES_MS = 2_000;
/** A name of the DNS has no more (RFC 1035); a page can ask for any, which the facts then would hold. */
const LONGEST_NAME = 253;
/** An answer that has brought less and never ends waits for news, as a chat does. */
const MUCH_BYTES = 100_000;

/**
 * Counts a page's requests by host, as the browser reports them; its own connections are not the page's. A film that
 * still comes, or a picture given up half way, counts with what has come of it.
 * @returns what the page has asked for so far
 */
export async function watchTraffic(
  context: BrowserContext,
  session: CDPSession,
): Promise<(pageUrl: string) => Promise<Traffic>> {
  const sizes = new Map<Request, Promise<number> | undefined>();
  context.on('request', (request) => {
    if (/^https?:/.test(request.url())) sizes.set(request, undefined);
  });
  context.on('requestfinished', (request) => {
    if (sizes.has(request)) sizes.set(request, sizeOf(request));
  });
  const received = await watchReceived(session);
  return async (pageUrl) => {
    const { takeIncomplete, stillComing } = received();
    const seen = await Promise.all(
      [...sizes].map(async ([request, size]) => {
        const url = request.url();
        return { url, bytes: await (size ?? takeIncomplete(url)) };
      }),
    );
    return {
      bytes: seen.reduce((sum, { bytes }) => sum + bytes, 0),
      ...(stillComing() > MUCH_BYTES && { partial: true }),
      requests: seen.length,
      hosts: byHost(seen, siteOf(new URL(pageUrl).hostname)).slice(0, MOST_HOSTS),
      insecureRequests: pageUrl.startsWith('https:')
        ? seen.filter(({ url }) => url.startsWith('http:')).length
        : 0,
    };
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

/**
 * Counts bytes as they come over the wire, which Playwright says of complete answers only.
 * @returns the bytes so far of incomplete answers: those of an address, once, and those of all that may bring more
 */
export async function watchReceived(session: CDPSession) {
  const incomplete = new Map<string, { readonly url: string; bytes: number; ended: boolean }>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    incomplete.set(requestId, { url: request.url, bytes: 0, ended: false });
  });
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const one = incomplete.get(requestId);
    if (one !== undefined) one.bytes += encodedDataLength;
  });
  session.on('Network.loadingFinished', ({ requestId }) => incomplete.delete(requestId));
  session.on('Network.loadingFailed', ({ requestId }) => {
    const one = incomplete.get(requestId);
    if (one !== undefined) one.ended = true;
  });
  await session.send('Network.enable');
  return () => {
    const bytesOf = new Map<string, number>();
    for (const { url, bytes } of incomplete.values()) bytesOf.set(url, (bytesOf.get(url) ?? 0) + bytes);
    return {
      takeIncomplete(url: string): number {
        const bytes = bytesOf.get(url) ?? 0;
        // Several requests may have one address: together they count once.
        bytesOf.delete(url);
        return bytes;
      },
      stillComing: () =>
        [...incomplete.values()].reduce((sum, { bytes, ended }) => sum + (ended ? 0 : bytes), 0),
    };
  };
}

type Cookie = LoadFacts['thirdPartyCookies'][number];

const MOST_COOKIES = 50;

/**
 * Watches what answers set. The browser's own store is not enough: a context without a profile refuses cookies of
 * other sites, which most visitors' browsers keep. What a script of another site sets inside its frame is not seen.
 * @returns the cookies that other sites than the page's have set so far, as a usual browser would keep them
 */
export function watchCookies(context: BrowserContext): (pageUrl: string) => Promise<readonly Cookie[]> {
  const set: Promise<readonly Cookie[]>[] = [];
  context.on('response', (response) => {
    // Caught here: nobody waits for it before the page has loaded.
    set.push(setBy(response).catch(() => []));
  });
  return async (pageUrl) => {
    const own = siteOf(new URL(pageUrl).hostname);
    const stored = (await context.cookies()).map(({ name, domain }) =>
      cookie(name, domain.replace(/^\./, '')),
    );
    const seen = new Map<string, Cookie>();
    for (const one of [...(await Promise.all(set)).flat(), ...stored])
      if (one.site !== own) seen.set(`${one.name} ${one.site}`, one);
    return [...seen.values()].slice(0, MOST_COOKIES);
  };
}

async function setBy(response: Response): Promise<readonly Cookie[]> {
  const { hostname } = new URL(response.url());
  const headers = await response.headersArray();
  return headers.flatMap(({ name, value }) => ofHeader(name, value, hostname));
}

/** Only `SameSite=None; Secure` is kept of another site (RFC 6265bis, section 5.7). */
function ofHeader(header: string, value: string, host: string): Cookie[] {
  if (header.toLowerCase() !== 'set-cookie') return [];
  // Playwright joins several by line breaks.
  return value.split('\n').flatMap((line) => {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const has = (attribute: string) => attributes.some((one) => one.toLowerCase() === attribute);
    const name = pair.split('=', 1)[0] ?? '';
    return has('samesite=none') && has('secure') ? [cookie(name, host)] : [];
  });
}

function cookie(name: string, host: string): Cookie {
  return { name: name.slice(0, 60), site: siteOf(host) };
}
