import type { BrowserContext, Response } from 'playwright-core';
import type { LoadFacts } from '../audit-facts.ts';
import { siteOf } from '../hosts.ts';

type Cookie = LoadFacts['thirdPartyCookies'][number];

export interface Cookies {
  /** The cookies that other sites than the page's have set so far, as a usual browser would keep them. */
  readonly ofOthers: (pageUrl: string) => Promise<readonly Cookie[]>;
}

const MOST = 50;

/**
 * Watches what answers set. The browser's own store is not enough: a context without a profile refuses cookies of
 * other sites, which most visitors' browsers keep. What a script of another site sets inside its frame is not seen.
 */
export function watchCookies(context: BrowserContext): Cookies {
  const set: Promise<readonly Cookie[]>[] = [];
  context.on('response', (response) => {
    // Caught here: nobody waits for it before the page has loaded.
    set.push(setBy(response).catch(() => []));
  });
  return {
    async ofOthers(pageUrl) {
      const own = siteOf(new URL(pageUrl).hostname);
      const stored = (await context.cookies()).map(({ name, domain }) =>
        cookie(name, domain.replace(/^\./, '')),
      );
      const seen = new Map<string, Cookie>();
      for (const one of [...(await Promise.all(set)).flat(), ...stored])
        if (one.site !== own) seen.set(`${one.name} ${one.site}`, one);
      return [...seen.values()].slice(0, MOST);
    },
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
