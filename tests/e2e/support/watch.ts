import type { BrowserContext, Page } from 'playwright-core';

export interface Watched {
  /** Errors on the console and exceptions that nobody caught. */
  readonly errors: string[];
  /** Requests to any host but the site's own. */
  readonly foreign: string[];
  readonly fonts: Set<string>;
}

/** Notes what a page does from here on; call it before the page is opened. */
export function watch(page: Page, siteUrl: string, ownErrors: readonly RegExp[] = []): Watched {
  const watched: Watched = { errors: [], foreign: [], fonts: new Set() };
  page.on('console', (message) => {
    const { url } = message.location();
    if (message.type() !== 'error' || isForeign(url, siteUrl)) return;
    const text = `${message.text()} ${url}`;
    if (!ownErrors.some((own) => own.test(text))) watched.errors.push(text);
  });
  page.on('pageerror', (error) => watched.errors.push(String(error)));
  page.on('request', (request) => {
    if (isForeign(request.url(), siteUrl)) watched.foreign.push(request.url());
    if (request.resourceType() === 'font') watched.fonts.add(request.url());
  });
  return watched;
}

/** A test neither needs the outside world nor disturbs it: requests to other hosts fail at once. */
export async function refuseForeign(context: BrowserContext, siteUrl: string): Promise<void> {
  await context.route(
    (url) => isForeign(url.href, siteUrl),
    (route) => route.abort(),
  );
}

function isForeign(address: string, siteUrl: string): boolean {
  return /^(https?|wss?):/.test(address) && new URL(address).origin !== siteUrl;
}
