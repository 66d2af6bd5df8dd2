import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { findChromium, findShell } from './find.ts';

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

/** Draws WebGL on machines without a graphics card, where everything else is then drawn by the same slow means. */
export const WEBGL = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

/** Starts the machine's Chromium with WebGL, and with `more` arguments. Throws when there is none. */
export function launchChromium(more: readonly string[] = []): Promise<Browser> {
  return launchWithoutWebgl([...WEBGL, ...more]);
}

/** Starts the machine's Chromium, with `more` arguments. Throws when there is none. */
export function launchWithoutWebgl(more: readonly string[] = []): Promise<Browser> {
  return launch(findChromium(), more);
}

/**
 * Starts Chromium's headless shell without WebGL, with `more` arguments; Chromium itself where there is no shell.
 * A page costs the shell half as much, since no browser is drawn around it. It opens no tab on a key and a click.
 */
export function launchShell(more: readonly string[] = []): Promise<Browser> {
  // Letters as wide as on a phone or a Mac; the shell alone would round them to whole pixels.
  return launch(findShell() ?? findChromium(), ['--font-render-hinting=none', ...more]);
}

async function launch(executablePath: string | undefined, more: readonly string[]): Promise<Browser> {
  if (!executablePath)
    throw new Error(
      'Chromium est introuvable. Rien n’est modifié. Lancez « node scripts/run.mjs scripts/browsers.ts », ' +
        'qui l’installe, puis la même commande.',
    );
  return chromium.launch({ executablePath, args: [...ARGUMENTS, ...more] });
}

/**
 * A page of `context` that nobody has touched. With its first frame the headless shell puts a pointer in its corner,
 * which would be a visitor's first sign on a page that is opened sooner.
 */
export async function untouchedPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
  return page;
}
