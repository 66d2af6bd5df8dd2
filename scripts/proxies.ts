// node scripts/run.mjs scripts/proxies.ts: the nginx and the Caddy that `npm test` puts in front of the server.
import { ensureProxies } from './support/programs.ts';

const missing = ensureProxies();
for (const { engine, why } of missing)
  console.error(`${engine} manque (${why}). Installez-le à la main, puis relancez la même commande.`);
if (missing.length === 0) console.log('nginx et Caddy sont là.');
else process.exitCode = 1;
