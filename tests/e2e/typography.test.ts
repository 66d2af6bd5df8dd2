import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchShell, newPage } from './support/chromium.ts';
import { closeDialog, dialogIds, openDialog } from './support/dialogs.ts';
import { addressOf, builtRoutes } from './support/site.ts';
import { brokenWords, narrowSpaces, saidBy } from './support/typography.ts';

/** What the specification sets to the letter: these words keep its straight apostrophes and plain marks. */
const TO_THE_LETTER = [
  "Plus qu'une étape!",
  "Vous avez besoin d'une mise à jour",
  "Notre service d'accompagnement",
  // Of "Oui, j'ai des clients potentiels": the "Oui," stands on a line of its own.
  "j'ai des clients potentiels",
  "Bougez votre curseur ou touchez l'écran pour voir l'effet",
  'Oops! Page not found',
];

const MISTAKES = {
  'a straight apostrophe': /\p{L}'\p{L}/u,
  'no narrow space before a mark': /[^\s\u202f?!…][?!;»]|[\p{L}\d»)]\u00a0?:(?=\s|$)/u,
  'a plain space before a mark': /[ \u00a0][?!;:%»]/,
  'no narrow space after «': /«[^\u202f]/,
  'no narrow space before %': /[\d\p{L}]%/u,
  'a postcode that can leave its town': /, \d{4} \p{Lu}/u,
  '48 h': /\d[\s\u202f]h\b/,
  'three dots': /(?<!Envoi en cours)\.\.\./,
};

const NARROWEST = { width: 320, height: 800 };

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchShell();
  page = await newPage(browser, { reducedMotion: 'reduce' });
});
afterAll(() => browser?.close());

describe.each(builtRoutes())('%s', (route) => {
  beforeAll(async () => {
    await page.setViewportSize(NARROWEST);
    await page.goto(addressOf(route));
    await page.evaluate(() => document.fonts.ready);
  });

  it('is written as French is', async () => {
    const said = await saidBy(page);
    expect(said.length).toBeGreaterThan(10);
    const found = said.flatMap((text) => {
      const rest = TO_THE_LETTER.reduce((left, exempt) => left.replaceAll(exempt, ''), text);
      return Object.entries(MISTAKES).flatMap(([what, mistake]) =>
        mistake.test(rest) ? [`${what}: ${rest}`] : [],
      );
    });
    expect(found).toEqual([]);
  });

  it('sets its narrow spaces 0.17 to 0.25 em wide', async () => {
    const spaces = await narrowSpaces(page);
    expect(spaces.filter(({ em }) => em < 0.17 || em > 0.25)).toEqual([]);
  });

  it('breaks no word in the middle, from the narrowest window on', async () => {
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await brokenWords(page), `at ${width} px`).toEqual([]);
    }
    await page.setViewportSize(NARROWEST);
    for (const id of await dialogIds(page)) {
      await openDialog(page, id);
      expect(await brokenWords(page), `in #${id}`).toEqual([]);
      await closeDialog(page, id);
    }
  });
});
