// npm run tour [-- --only /sales]: a picture of every page at 390 px and 1440 px into tour/.
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { loadConfig, readEnvironment } from '#server/config/config.ts';
import { createLog } from '#server/system/log.ts';
import { THUMB_BAR } from '#site/markup.ts';
import { inOwnBrowser, launchChromium, launchShell, WEBGL_PAGES } from './browsers/launch.ts';
import { builtRoutes } from './build/routes.ts';
import { buildServer } from './build/server.ts';
import { buildSite } from './build/site.ts';

const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

/** Long enough for what appears after a delay or fades in. */
const APPEARANCE_MS = 1500;

/** Several times what the page with most dialogs needs on a slow machine. */
const PAGE_MS = 300_000;

/** The page whose effect is seen only while a pointer moves. */
const STIRRED = '/splash-cursor';

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } });
const tour = join(import.meta.dirname, '../tour');
const dataDir = mkdtempSync(join(tmpdir(), 'tour-'));

const { dir } = await buildSite(loadConfig(readEnvironment(process.env)).publicUrl);
const built = await buildServer();
const { serve } = (await import(join(built.dir, 'serve.js'))) as typeof import('#server/serve.ts');
const server = await serve({
  siteDir: dir,
  log: createLog({ write: () => {} }),
  environment: { HOST: '127.0.0.1', PORT: '0', OPS_PORT: '0', DATA_DIR: dataDir },
});
try {
  for (const route of builtRoutes(dir)) {
    if (values.only && !values.only.includes(route)) continue;
    // The headless shell takes a third less CPU time than the full Chromium, but it is started without WebGL.
    const launch = WEBGL_PAGES.includes(route) ? launchChromium : () => launchShell();
    const files = await inOwnBrowser(launch, PAGE_MS, (browser) =>
      takePictures(browser, server.url, route, tour),
    );
    for (const file of files) console.log(file);
  }
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true });
}

/**
 * Takes the whole page, and each of its dialogs open, at both sizes.
 * @param url origin of the running site
 * @param dir folder for the pictures, made if need be
 * @returns the files written
 */
async function takePictures(browser: Browser, url: string, route: string, dir: string): Promise<string[]> {
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
    // In a picture of the whole page the fixed bar would lie over the middle of it, where the form is.
    await page.$$eval(`[${THUMB_BAR}]`, ([bar]) => bar?.remove());
    if (route === STIRRED) await stir(page, viewport);
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

/** Moves the mouse along a half circle in the upper half of the window, in at least half a second. */
async function stir(page: Page, { width, height }: (typeof SIZES)[number]): Promise<void> {
  for (let turn = 0; turn <= 1; turn += 1 / 32) {
    const angle = Math.PI * (1 + turn);
    await page.mouse.move(width * (0.5 + 0.4 * Math.cos(angle)), height * (0.5 + 0.35 * Math.sin(angle)));
    await page.waitForTimeout(16);
  }
}
