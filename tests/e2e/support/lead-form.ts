import type { BrowserContext, Page } from 'playwright-core';

export const NAME = '#page-name';
export const EMAIL = '#page-email';
export const SUBMIT = '#formulaire button[type=submit]';

/** Requests for code and for the service: what a tunnel swallows after the page has come. */
export const CODE_AND_API = /\/_astro\/.*\.js|\/api\//;

/** Types both lines of the form in the page. */
export async function fill(page: Page, name: string, email: string): Promise<void> {
  await page.fill(NAME, name);
  await page.fill(EMAIL, email);
}

/** Lets requests to `what` go unanswered, as a tunnel does; returns what lets new ones through again. */
export async function stall(on: BrowserContext | Page, what: string | RegExp): Promise<() => Promise<void>> {
  await on.route(what, () => new Promise(() => {}));
  return () => on.unroute(what);
}

/** What stands in `pending_leads`. */
export function pending(page: Page): Promise<Record<string, string>[]> {
  return page.evaluate(
    () => JSON.parse(localStorage.getItem('pending_leads') ?? '[]') as Record<string, string>[],
  );
}

/** Makes the service answer as told; returns how many leads were sent to it. */
export async function answerWith(
  on: BrowserContext | Page,
  answer: 'abort' | { status: number; body: string },
): Promise<{ count: number }> {
  const seen = { count: 0 };
  await on.route('**/api/leads', (route) => {
    seen.count++;
    return answer === 'abort' ? route.abort() : route.fulfill({ ...answer, contentType: 'application/json' });
  });
  return seen;
}
