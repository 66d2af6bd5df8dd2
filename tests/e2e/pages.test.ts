import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { WEBGL_PAGES } from '#scripts/browsers/launch.ts';
import { axeViolations } from './support/axe.ts';
import { newPage, settled, shellForThisFile, WEBGL } from './support/chromium.ts';
import { closeDialog, dialogIds, openDialog } from './support/dialogs.ts';
import { PATIENCE_MS } from './support/eventually.ts';
import { delayFonts, fontsLoaded, layoutShift } from './support/layout.ts';
import { addressOf, builtRoutes, ROUTES, SIZES, type Size } from './support/site.ts';
import { refuseForeign, type Watched, watch } from './support/watch.ts';

/** The browser itself reports the status of a page that is honestly missing. */
const OWN_ERRORS = { '/404': [/status of 404.*une-adresse/] } as Record<string, RegExp[]>;

/** One page for each size, which visits one route after another: contexts of their own would cost more than the visits. */
const plain = await visitors(await shellForThisFile());
const withWebgl = await visitors(await shellForThisFile(WEBGL));

async function visitors(browser: Browser): Promise<readonly Page[]> {
  const pages = SIZES.map(async ({ width, height }) => {
    const page = await newPage(browser, { viewport: { width, height } });
    await refuseForeign(page.context(), inject('siteUrl'));
    await delayFonts(page);
    return page;
  });
  return Promise.all(pages);
}

it('builds every page that is specified', () => {
  expect(builtRoutes()).toEqual(expect.arrayContaining([...ROUTES]));
});

it('builds no gallery of components, and keeps the house of the server’s own pages to itself', async () => {
  expect(builtRoutes().filter((route) => /galerie|own-page|desk-page/.test(route))).toEqual([]);
  const answers = [
    '/galerie',
    '/galerie/agency/Button',
    '/own-page',
    '/.own-page',
    '/desk-page',
    '/.desk-page',
  ].map((path) => fetch(`${inject('siteUrl')}${path}`));
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 404));
});

/** A first visit: nothing is stored, and what is asked for through Playwright's routes is never taken from the cache. */
interface Visit {
  readonly page: Page;
  readonly watched: Watched;
  readonly status: number | undefined;
}

async function visit(route: string, page: Page, size: Size): Promise<Visit> {
  await page.setViewportSize(size);
  const watched = watch(page, inject('siteUrl'), OWN_ERRORS[route]);
  const response = await page.goto(addressOf(route), { timeout: 2 * PATIENCE_MS });
  // What comes after the page is loaded is looked at too; a busy machine may leave something of it on its way.
  await page.waitForLoadState('networkidle', { timeout: PATIENCE_MS / 3 }).catch(() => {});
  await settled(page);
  return { page, watched, status: response?.status() };
}

/** Leaves nothing for the next visit, and nothing that goes on playing meanwhile. */
async function leave({ page }: Visit): Promise<void> {
  page.removeAllListeners();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.goto('about:blank');
}

describe.each(builtRoutes())('%s', (route) => {
  let visits: Visit[] = [];
  // Both at once: a visit waits for the network to be quiet, and for fonts that come late.
  beforeAll(async () => {
    const pages = WEBGL_PAGES.includes(route) ? withWebgl : plain;
    visits = await Promise.all(SIZES.map((size, i) => visit(route, pages[i] as Page, size)));
  });
  afterAll(() => Promise.all(visits.map(leave)));

  describe.each(SIZES.map((size, i) => ({ ...size, i })))('on a $name', ({ i }) => {
    let { page, watched, status } = {} as Visit;
    beforeAll(() => {
      ({ page, watched, status } = visits[i] as Visit);
    });

    it('answers with its status, asks no foreign host and loads two fonts at most', () => {
      expect(status).toBe(route === '/404' ? 404 : 200);
      expect(watched.foreign).toEqual([]);
      expect([...watched.fonts].length).toBeLessThanOrEqual(2);
    });

    it('keeps still while it loads, though its fonts come late', async () => {
      expect(await fontsLoaded(page)).toBeGreaterThan(0);
      expect(await layoutShift(page)).toBeLessThan(0.01);
    });

    it('has no accessibility violation, dialogs included', async () => {
      const found = await axeViolations(page);
      for (const id of await dialogIds(page)) {
        await openDialog(page, id);
        // Only the dialog: while it is open nothing else can be used, and the page was checked before.
        found.push(...(await axeViolations(page, `#${id}`)));
        await closeDialog(page, id);
      }
      expect(found).toEqual([]);
    });

    it('logs no error', () => {
      expect(watched.errors).toEqual([]);
    });
  });
});
