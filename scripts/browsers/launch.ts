import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { FLAGS } from '#server/audits/browser/launch-browser.ts';
import { findChromium, findShell } from './installed-browsers.ts';

/** Keep the browser from asking other hosts for anything by itself (updates, sync, QUIC). */
export const ARGUMENTS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Makes Chromium draw WebGL without a graphics card: SwiftShader, a software GPU, draws it on the CPU. The last argument
 * keeps SwiftShader from drawing the rest of the window as well. Without it an effect as large as the window got about
 * one frame a second and used two cores.
 */
export const WEBGL = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-gpu-compositing'];

/** Pages that draw with WebGL: they are looked at and measured in a browser that has it. */
export const WEBGL_PAGES: readonly string[] = ['/flow', '/splash-cursor'];

/** Draws pages on the CPU, without emulating a GPU: tests take 7 % less CPU time. There is no WebGL, which needs `WEBGL`. */
export const WITHOUT_GPU = ['--disable-gpu', '--disable-software-rasterizer'];

/** Starts the machine's Chromium with WebGL, and with `more` arguments. Throws when there is none. */
export function launchChromium(more: readonly string[] = []): Promise<Browser> {
  return launchWithoutWebgl([...WEBGL, ...more]);
}

/** Starts the machine's Chromium, with `more` arguments. Throws when there is none. */
export function launchWithoutWebgl(more: readonly string[] = []): Promise<Browser> {
  return launch(findChromium(), more);
}

/**
 * Starts the Chromium headless shell, a smaller build of Chromium that renders pages but has no browser window. If it is
 * not installed, starts the full Chromium. The same test takes about a third less CPU time in the shell. What the browser
 * window does is missing there: for example, Ctrl+click on a link does not open a new tab.
 * @param drawing command-line arguments that say how pages are drawn; by default without WebGL
 */
export function launchShell(drawing = WITHOUT_GPU): Promise<Browser> {
  // Without this the shell rounds the widths of letters to whole pixels, as phones and Macs do not.
  return launch(findShell() ?? findChromium(), ['--font-render-hinting=none', ...drawing]);
}

async function launch(executablePath: string | undefined, more: readonly string[]): Promise<Browser> {
  if (!executablePath)
    throw new Error(
      'Chromium est introuvable. Rien n’est modifié. Lancez « node scripts/run.mjs scripts/programs.ts », ' +
        'qui l’installe, puis la même commande.',
    );
  return chromium.launch({ executablePath, args: [...ARGUMENTS, FLAGS.noAddressBar, ...more] });
}

/**
 * Opens a blank page in `context` and waits for its first frame. At that frame the headless shell sends a mouse event at
 * (0, 0). A site opened earlier would get that event and load its scripts, as it does when a visitor moves the mouse.
 */
export async function untouchedPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
  return page;
}

/**
 * Does `work` in a new browser, and once more in another one when it fails or is not done after `limitMs`: now and then
 * a Chromium draws no frame any more, and whatever waits for one would wait for ever.
 * @returns what `work` resolved with; rejects with the second failure
 */
export async function inOwnBrowser<T>(
  launch: () => Promise<Browser>,
  limitMs: number,
  work: (browser: Browser) => Promise<T>,
): Promise<T> {
  const once = async () => {
    const browser = await launch();
    const { promise: stuck, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error(`not done after ${limitMs / 1000} s`)), limitMs);
    try {
      return await Promise.race([work(browser), stuck]);
    } finally {
      clearTimeout(timer);
      await browser.close();
    }
  };
  return once().catch(once);
}
