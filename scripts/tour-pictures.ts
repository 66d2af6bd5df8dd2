import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';

const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

/** Long enough for what appears after a delay or fades in. */
const APPEARANCE_MS = 1500;

/**
 * Takes the whole page, and each of its dialogs open, at both sizes.
 * @param url origin of the running site
 * @param dir folder for the pictures, made if need be
 * @returns the files written
 */
export async function takePictures(
  browser: Browser,
  url: string,
  route: string,
  dir: string,
): Promise<string[]> {
  await mkdir(dir, { recursive: true });
  const name = route === '/' ? 'index' : route.slice(1);
  const files: string[] = [];
  for (const viewport of SIZES) {
    const page = await browser.newPage({ viewport });
    await page.route(
      (address) => address.origin !== url,
      (request) => request.abort(),
    );
    const shoot = async (suffix: string, fullPage: boolean) => {
      const path = join(dir, `${name}-${viewport.width}${suffix}.png`);
      await page.screenshot({ path, fullPage });
      files.push(path);
    };
    await page.goto(url + route, { waitUntil: 'networkidle' });
    await allHasAppeared(page);
    await shoot('', true);
    for (const id of await page.$$eval('dialog[id]', (dialogs) => dialogs.map((dialog) => dialog.id))) {
      await page.goto(`${url}${route}#${id}`);
      await page.reload({ waitUntil: 'networkidle' });
      await allHasAppeared(page);
      await shoot(`-${id}`, false);
    }
    await page.close();
  }
  return files;
}

/** Scrolls through the page, so that what waits for being seen comes, and gives fonts and canvases their time. */
async function allHasAppeared(page: Page): Promise<void> {
  await page.evaluate(async (appearanceMs) => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
      scrollTo({ top: y, behavior: 'instant' });
      await frame();
    }
    scrollTo({ top: 0, behavior: 'instant' });
    await Promise.allSettled([document.fonts.ready, ...[...document.images].map((image) => image.decode())]);
    const from = performance.now();
    while (performance.now() - from < appearanceMs) await frame();
  }, APPEARANCE_MS);
}
