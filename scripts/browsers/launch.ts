import { type Browser, chromium } from 'playwright-core';
import { findChromium } from './find.ts';

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
export async function launchWithoutWebgl(more: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath)
    throw new Error(
      'Chromium est introuvable. Rien n’est modifié. Lancez « node scripts/run.mjs scripts/browsers.ts », ' +
        'qui l’installe, puis la même commande.',
    );
  return chromium.launch({ executablePath, args: [...ARGUMENTS, ...more] });
}
