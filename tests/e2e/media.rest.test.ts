import { chromium } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { locations } from '#content/locations.ts';
import { findChromium } from '#scripts/browsers/installed-browsers.ts';
import { ARGUMENTS } from '#scripts/browsers/launch.ts';
import { forThisFile, openPage, settled, shellForThisFile } from './support/chromium.ts';
import { dialogIds, openDialog } from './support/dialogs.ts';

const browser = await shellForThisFile();
const withBars = await forThisFile(
  chromium.launch({
    executablePath: findChromium() ?? '',
    args: [...ARGUMENTS],
    ignoreDefaultArgs: ['--hide-scrollbars'],
  }),
);

describe('under forced colours', () => {
  it('tells the steps that are done from those ahead', async () => {
    const page = await openPage(browser, '/introduction', {
      forcedColors: 'active',
    });
    const { canvas, rules } = await page.evaluate(() => {
      // As for a visitor who has asked for the audit.
      document.querySelector('[data-steps]')?.setAttribute('data-steps', 'asked');
      const solid = (color: string) => color.match(/\d+/g)?.slice(0, 3).join(' ');
      const ruleOf = (step: Element) => solid(getComputedStyle(step, '::before').backgroundColor);
      const probe = document.body.appendChild(document.createElement('p'));
      probe.style.setProperty('background-color', 'Canvas');
      const canvas = solid(getComputedStyle(probe).backgroundColor);
      return { canvas, rules: [...document.querySelectorAll('[data-step]')].map(ruleOf) };
    });
    expect(rules).toHaveLength(3);
    expect(rules[0]).toBe(rules[1]);
    expect(rules[2]).not.toBe(rules[1]);
    expect(rules).not.toContain(canvas);
  });
});

describe('on paper', () => {
  it('/restaurants says of each place where, when and whom to call', async () => {
    const page = await openPage(browser, '/restaurants');
    await page.emulateMedia({ media: 'print' });
    const read = (await page.locator('main').innerText()).replaceAll('\u00a0', ' ');
    for (const { name, address, phone } of locations)
      for (const words of [name, address, phone]) expect(read).toContain(words);
    expect(read.match(/\b(9h00|10h30)-/g)).toHaveLength(3);
  });

  it('/sales shows the pair side by side, and the film’s poster, though nobody has scrolled', async () => {
    const page = await openPage(browser, '/sales');
    const print = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(print.match(/\/Subtype \/Image/g)?.length).toBeGreaterThanOrEqual(3);
    await page.setViewportSize({ width: 718, height: 1000 });
    await page.emulateMedia({ media: 'print' });
    const [before, after] = await page.$$eval('[data-compare] img', (pictures) =>
      pictures.map((picture) => picture.getBoundingClientRect().toJSON() as DOMRect),
    );
    expect(before?.top).toBe(after?.top);
    expect(before?.right).toBeLessThanOrEqual(after?.left ?? 0);
    expect(before?.width).toBeGreaterThan(300);
    expect(await page.locator('form, button, [data-thumb-bar]').filter({ visible: true }).count()).toBe(0);
  });
});

describe('beside a scroll bar that takes room', () => {
  it.each(['/sales', '/restaurants', '/accompagnement'])(
    '%s stays put when a window opens',
    async (route) => {
      const page = await openPage(withBars, route, {
        viewport: { width: 1600, height: 800 },
      });
      await settled(page);
      expect(await page.evaluate(() => innerWidth - document.documentElement.clientWidth)).toBeGreaterThan(5);
      const places = () =>
        page.$$eval('h1, h2, main img, main svg', (elements) =>
          elements.filter((e) => !e.closest('dialog')).map((e) => e.getBoundingClientRect().left),
        );
      const before = await places();
      const [id = ''] = await dialogIds(page);
      await openDialog(page, id);
      const moved = (await places()).map((left, i) => Math.abs(left - (before[i] ?? 0)));
      expect(Math.max(...moved)).toBeLessThan(0.5);
    },
  );

  it('keeps no room on a page that has none to keep', async () => {
    const page = await openPage(withBars, '/restaurants', { viewport: { width: 1600, height: 3000 } });
    await openDialog(page, 'vevey-manor');
    const hem = page.locator('footer > svg');
    expect((await hem.boundingBox())?.width).toBe(1600);
  });
});
