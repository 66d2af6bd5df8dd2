import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { TIMES_AHEAD } from '#domain/booking.ts';
import { WEBGL_PAGES } from '#scripts/browsers/launch.ts';
import { axeViolations } from './support/axe.ts';
import { budgetOf } from './support/budget.ts';
import { newPage, settled, shellForThisFile, WEBGL, WITH_MOTION } from './support/chromium.ts';
import { closeDialog, dialogIds, openDialog } from './support/dialogs.ts';
import { PATIENCE_MS } from './support/eventually.ts';
import { EFFECT_PAGES } from './support/kinds.ts';
import { delayFonts, fontsLoaded, layoutShift } from './support/layout.ts';
import { addressOf, builtRoutes, ROUTES, SIZES } from './support/site.ts';
import { refuseForeign, type Watched, watch } from './support/watch.ts';
import { PHONE, type Weight, watchWeight } from './support/weigh.ts';

/** The browser itself reports the status of a page that is honestly missing. */
const OWN_ERRORS = { '/404': [/status of 404.*une-adresse/] } as Record<string, RegExp[]>;

/** A resource of the site that is not a page. Going to `about:blank` instead would make the browser start a new renderer process. */
const BLANK = '/robots.txt';

/**
 * A page that is used for all routes, one after another, because a new browser context for each would cost more than the
 * visit. On the desktop the test moves the mouse, so the islands hydrate. On the phone it does nothing, so their scripts
 * are not loaded and the weight is that of the page before any interaction.
 */
interface Visitor {
  readonly page: Page;
  /** Only on the phone: waits until the loaded page is quiet, and returns its weight. */
  readonly weigh?: () => Promise<Weight>;
}

const WITHOUT_TIMES = `${TIMES_AHEAD}=""></`;

const plain = await visitors(await shellForThisFile());
const withWebgl = await visitors(await shellForThisFile(WEBGL));

function visitors(browser: Browser): Promise<Visitor[]> {
  const made = SIZES.map(async ({ name, width, height }) => {
    const onPhone = name === 'phone';
    const page = await newPage(browser, {
      ...WITH_MOTION,
      ...(onPhone ? PHONE : { viewport: { width, height } }),
    });
    await refuseForeign(page.context(), inject('siteUrl'));
    await delayFonts(page);
    return { page, ...(onPhone && { weigh: await watchWeight(page) }) };
  });
  return Promise.all(made);
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

it('allows more only to pages that are', () => {
  expect(builtRoutes()).toEqual(expect.arrayContaining(Object.keys(EFFECT_PAGES)));
});

/** A first visit: nothing is stored, and what is asked for through Playwright's routes is never taken from the cache. */
interface Visit {
  readonly page: Page;
  readonly watched: Watched;
  readonly status: number | undefined;
  readonly weight: Weight | undefined;
  /** How many fonts were loaded, and by how much what was seen has moved meanwhile. */
  readonly fonts: number;
  readonly shift: number;
}

/**
 * Opens a page until it comes whole: a server that cannot read the free times within 300 ms sends /introduction without
 * them, and what the page's script fetches later has another height than the room that was kept.
 */
async function openedWhole(page: Page, route: string) {
  for (let tries = 0; ; tries += 1) {
    const response = await page.goto(addressOf(route), { timeout: 2 * PATIENCE_MS });
    if (tries === 20 || !(await response?.text())?.includes(WITHOUT_TIMES)) return response;
  }
}

async function visit(route: string, { page, weigh }: Visitor): Promise<Visit> {
  if (weigh) await page.setViewportSize(PHONE.viewport);
  const watched = watch(page, inject('siteUrl'), OWN_ERRORS[route]);
  const response = await openedWhole(page, route);
  const weight = await weigh?.();
  if (!weigh) {
    await page.mouse.move(1, 1);
    // What comes after the page is loaded is looked at too; a busy machine may leave something of it on its way.
    await page.waitForLoadState('networkidle', { timeout: PATIENCE_MS / 3 }).catch(() => {});
  }
  await settled(page);
  const [fonts, shift] = [await fontsLoaded(page), await layoutShift(page)];
  // Effects and transitions have played up to here. At rest, what is left to check takes half the CPU time.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return { page, watched, status: response?.status(), weight, fonts, shift };
}

/** Leaves nothing for the next visit, and nothing that goes on playing meanwhile. */
async function leave({ page }: Visit): Promise<void> {
  for (const event of ['console', 'pageerror', 'request']) page.removeAllListeners(event);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.goto(BLANK);
  await page.emulateMedia(WITH_MOTION);
}

describe.each(builtRoutes())('%s', (route) => {
  let visits: Visit[] = [];
  // Both at once: a visit waits for the network to be quiet, and for fonts that come late.
  beforeAll(async () => {
    visits = await Promise.all(
      (WEBGL_PAGES.includes(route) ? withWebgl : plain).map((one) => visit(route, one)),
    );
  });
  afterAll(() => Promise.all(visits.map(leave)));

  describe.each(SIZES.map((size, i) => ({ ...size, i })))('on a $name', ({ i, name, width, height }) => {
    let { page, watched, status, weight, fonts, shift } = {} as Visit;
    beforeAll(() => {
      ({ page, watched, status, weight, fonts, shift } = visits[i] as Visit);
    });

    const ofPhone = name === 'phone' ? it : undefined;
    ofPhone?.('stays within its budget before any interaction', () => {
      if (!weight) throw new Error('not weighed');
      const budget = budgetOf(route);
      const told = `${route}: ${JSON.stringify(weight)}`;
      expect.soft(weight.html, `HTML of ${told}`).toBeLessThanOrEqual(budget.html);
      expect.soft(weight.script, `JavaScript of ${told}`).toBeLessThanOrEqual(budget.script);
      expect.soft(weight.total, `everything of ${told}`).toBeLessThanOrEqual(budget.total);
      expect.soft(weight.requests.length, `requests of ${told}`).toBeLessThanOrEqual(budget.requests);
      expect.soft(weight.shift, `layout shift of ${told}`).toBeLessThanOrEqual(budget.shift);
    });

    it('answers with its status, asks no foreign host and loads two fonts at most', () => {
      expect(status).toBe(route === '/404' ? 404 : 200);
      expect(watched.foreign).toEqual([]);
      expect([...watched.fonts].length).toBeLessThanOrEqual(2);
    });

    it('keeps still while it loads, though its fonts come late', () => {
      expect(fonts).toBeGreaterThan(0);
      expect(shift).toBeLessThan(0.01);
    });

    it('has no accessibility violation, dialogs included', async () => {
      // The weight was measured on Lighthouse's phone, which is wider.
      await page.setViewportSize({ width, height });
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
