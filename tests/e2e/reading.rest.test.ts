import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create } from 'fontkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from './support/axe.ts';
import { forThisFile, newPage, settled, shellForThisFile } from './support/chromium.ts';
import { closeDialog, dialogIds, openDialog } from './support/dialogs.ts';
import { edgeless, markGrounded } from './support/forced-colors.ts';
import { sidewaysScroll } from './support/layout.ts';
import { faintOnPaper, illegibleText } from './support/legible.ts';
import { makeServerPages, openServerPage } from './support/server-pages.ts';
import { addressOf, builtRoutes, SIZES } from './support/site.ts';
import { brokenWords, mistakesIn, narrowSpaces, saidBy } from './support/typography.ts';

const NARROWEST = { width: 320, height: 800 };
const WIDTHS = [320, 390, 768, 1280, 1440];
const WINDOW = { width: 1280, height: 800 };
/** What is left of an A4 sheet within its margins, in CSS pixels. */
const SHEET = { width: 718, height: 1000 };

/** The houses' fonts have none of these: the system's draw them. */
const SYMBOLS = ['←', '→', '✓'];

const fonts = join(import.meta.dirname, '../../.cache/fonts');
const heldBy = (font: string) => new Set(create(readFileSync(join(fonts, `${font}.woff2`))).characterSet);

const browser = await shellForThisFile();
const page = await newPage(browser);
const { pages } = await forThisFile(makeServerPages());

const SUBJECTS = [
  ...builtRoutes().map((name) => ({ name, open: () => page.goto(addressOf(name)) })),
  ...Object.entries(pages).map(([name, made]) => ({ name, open: () => openServerPage(page, made) })),
];

// One visit for all that is asked of a page that is read: visits cost more than the questions.
describe.each(SUBJECTS)('$name', ({ name, open }) => {
  beforeAll(async () => {
    await page.emulateMedia({ media: 'screen', forcedColors: null });
    await page.setViewportSize(NARROWEST);
    await open();
    await settled(page);
  });

  it('is written as French is', async () => {
    const said = await saidBy(page);
    expect(said.length).toBeGreaterThan(10);
    expect(said.flatMap(mistakesIn)).toEqual([]);
  });

  it('is written with what its house’s fonts hold', async () => {
    const [house, text] = await page.evaluate(() => {
      const body = document.body.cloneNode(true) as HTMLElement;
      for (const silent of body.querySelectorAll('script, style, noscript, template, code, .evidence'))
        silent.remove();
      return [document.documentElement.dataset.house, body.textContent] as const;
    });
    const characters = [...new Set(text)].filter((one) => !/[\n\t]/.test(one) && !SYMBOLS.includes(one));
    expect(characters.length).toBeGreaterThan(20);
    for (const font of ['text', 'display']) {
      const held = heldBy(`${house}-${font}`);
      expect(characters.filter((c) => !held.has(c.codePointAt(0) ?? 0))).toEqual([]);
    }
  });

  it('sets its narrow spaces 0.17 to 0.25 em wide', async () => {
    const spaces = await narrowSpaces(page);
    expect(spaces.filter(({ em }) => em < 0.17 || em > 0.25)).toEqual([]);
  });

  it('says of each link to a new tab that it opens one', async () => {
    // The booking's link opens a window of the page; its address is for those without JavaScript.
    const links = await page.$$eval('a[target=_blank]:not([data-booking-link])', (found) =>
      found.map((link) => ({
        name: link.textContent ?? '',
        arrow: link.querySelector('svg path')?.getAttribute('d'),
      })),
    );
    for (const { name, arrow } of links) {
      expect(name).toContain('nouvel onglet');
      expect(arrow, `${name} shows it`).toMatch(/^M3\.5 14\.5 14 4/);
    }
    if (['/servicetraiteur', '/restaurants', '/', '/partner'].includes(name))
      expect(links.length).toBeGreaterThan(0);
  });

  const ofServer = name in pages ? it : undefined;
  ofServer?.('has the styles of every component that the server shows', async () => {
    const unstyled = await page.evaluate(() => {
      const styles = [...document.querySelectorAll('style')].map(({ textContent }) => textContent).join();
      const classes = [...document.querySelectorAll('.own [class]')].flatMap((one) => [...one.classList]);
      // As scripts/build/class-name.ts makes them out of the names in a CSS module.
      return classes.filter((one) => /_[\w-]{3}$/.test(one) && !styles.includes(`.${one}`));
    });
    expect(unstyled).toEqual([]);
  });

  // Those of the built pages are looked for in pages.test.ts, with their scripts.
  ofServer?.('has no accessibility violation', async () => {
    for (const size of SIZES) {
      await page.setViewportSize(size);
      expect(await axeViolations(page), size.name).toEqual([]);
    }
  });

  it('fits every window: nothing scrolls sideways, no word is broken', async () => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      expect(await sidewaysScroll(page), `at ${width} px`).toEqual({ px: 0, by: [] });
      expect(await brokenWords(page), `at ${width} px`).toEqual([]);
    }
    await page.setViewportSize(NARROWEST);
    for (const id of await dialogIds(page)) {
      await openDialog(page, id);
      expect(await brokenWords(page), `in #${id}`).toEqual([]);
      await closeDialog(page, id);
    }
  });

  it.each([2, 4])('can be read zoomed %i times', async (zoom) => {
    // What the browser does to a window when its page is zoomed.
    await page.setViewportSize({ width: WINDOW.width / zoom, height: WINDOW.height / zoom });
    await expectLegible();
  });

  it('can be read with text twice as large', async () => {
    for (const size of [WINDOW, SIZES[0]]) {
      await page.setViewportSize(size);
      await sizeText('200%');
      await expectLegible();
    }
    await sizeText('');
  });

  it('keeps an edge under forced colours around what its ground made a button or a badge', async () => {
    await page.setViewportSize(WINDOW);
    const grounded = await markGrounded(page);
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await edgeless(page)).toEqual([]);
    if (['/', '/sales', '/restaurants', '/partner', 'free times'].includes(name))
      expect(grounded).toBeGreaterThan(0);
  });

  it('can be read on paper, which is white', async () => {
    await page.setViewportSize(SHEET);
    await page.emulateMedia({ media: 'print', forcedColors: null });
    await settled(page);
    expect(await faintOnPaper(page)).toEqual([]);
    expect(await illegibleText(page)).toEqual([]);
  });
});

const sizeText = (size: string) =>
  page.evaluate((value) => document.documentElement.style.setProperty('font-size', value), size);

async function expectLegible(): Promise<void> {
  await settled(page);
  expect(await sidewaysScroll(page)).toEqual({ px: 0, by: [] });
  expect(await illegibleText(page)).toEqual([]);
}
