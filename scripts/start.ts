// npm start: the built site and its built server, from nothing but this folder.
import { join } from 'node:path';
import { loadConfig, readEnvironment } from '#server/config/config.ts';
import { tellRefusals } from './build/refusals.ts';
import { buildServer } from './build/server.ts';
import { buildSite } from './build/site.ts';

await tellRefusals(async () => {
  // Read before the build: a mistaken setting should not cost a minute of waiting.
  const { publicUrl } = loadConfig(readEnvironment(process.env));
  const server = await buildServer();
  const { main } = (await import(join(server.dir, 'main.js'))) as typeof import('#server/main.ts');
  await main({ siteDir: (await buildSite(publicUrl)).dir });
});
