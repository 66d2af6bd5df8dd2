import { type Browser, chromium } from 'playwright-core';
import { findChromium } from './find.ts';

/** Calls nobody by itself, and draws WebGL on machines without a graphics card. */
const ARGUMENTS = [
  '--headless=new',
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts the machine's Chromium, with `more` arguments. Throws when there is none. */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath)
    throw new Error(
      'Chromium est introuvable. Rien n’est modifié. Lancez « node scripts/run.mjs scripts/browsers.ts », ' +
        'qui l’installe, puis la même commande.',
    );
  return chromium.launch({ executablePath, args: [...ARGUMENTS, ...more] });
}
