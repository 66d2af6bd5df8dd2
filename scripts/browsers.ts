// node scripts/run.mjs scripts/browsers.ts: the three engines that `npm test` drives, installed where it can be done.
import { ENGINES, ensureBrowsers } from './browsers/installed-browsers.ts';

const missing = ensureBrowsers(ENGINES);
for (const { engine, why } of missing)
  console.error(`${engine} manque (${why}). Installez-le à la main, puis relancez la même commande.`);
if (missing.length === 0) console.log('Chromium, Firefox et WebKit sont là.');
else process.exitCode = 1;
