import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { countWork, type Work } from './work.ts';

const root = join(import.meta.dirname, '../../..');

const blank = `<!doctype html><html lang="fr"><meta charset="utf-8"><title>Effet</title>
<style>
  html, body { margin: 0; height: 100% }
  #host { position: relative; isolation: isolate; height: 100vh; background: #14120f }
  #below { height: 200vh }
</style>
<div id="host"></div><div id="below"></div></html>`;

/** The effects, and what they are compared with. */
const SERVED = /^\/(site\/(effects|testing)|tests\/e2e\/effects)\//;

export interface GalleryPage {
  reducedMotion?: 'reduce';
  hasTouch?: boolean;
  viewport?: { width: number; height: number };
  deviceScaleFactor?: number;
  /** What runs in the page before its own scripts. */
  before?: (() => void)[];
}

export interface Gallery {
  /** Opens a blank page with one host, `#host`, as tall as the window, and more page below it. */
  open(options?: GalleryPage): Promise<Page>;
  close(): Promise<void>;
}

/**
 * Serves the effects as the browser gets them, types stripped and nothing bundled.
 * @param browser to look at them, with WebGL
 */
export async function openGallery(browser: Browser): Promise<Gallery> {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (!SERVED.test(path)) {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(blank);
      return;
    }
    const source = await readFile(join(root, path), 'utf8').catch(() => 'throw new Error("no such effect")');
    response.setHeader('content-type', 'text/javascript; charset=utf-8');
    // A worker has no import map.
    response.end(
      path.endsWith('.ts') ? stripTypeScriptTypes(source).replaceAll("'#site/", "'/site/") : source,
    );
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    async open({ before = [], ...context } = {}) {
      const page = await (
        await browser.newContext({ viewport: { width: 640, height: 480 }, ...context })
      ).newPage();
      await page.addInitScript(countWork);
      for (const script of before) await page.addInitScript(script);
      await page.goto(origin);
      return page;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

declare global {
  interface Window {
    work: Work;
    unmount(): void;
    /** A frame of the browser, not counted. */
    nextFrame(): Promise<void>;
  }
}

/** Mounts an effect of site/effects, however slow it is here; the page keeps what ends it as `unmount`. */
export async function mountEffect(page: Page, effect: string, host = '#host', options: object = {}) {
  // As text: the test runner rewrites the imports of a function.
  await page.evaluate(`import('/site/effects/${effect}.ts').then(({ mount }) => {
    window.unmount = mount(document.querySelector('${host}'), ${JSON.stringify({ slow: 0, ...options })});
  })`);
}

export const workOf = (page: Page): Promise<Work> => page.evaluate(() => ({ ...window.work }));
