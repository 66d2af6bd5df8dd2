// npm start: the built site and its server, from nothing but this folder.
import { loadConfig } from '#server/config/config.ts';
import { readEnvironment } from '#server/config/read-environment.ts';
import { main } from '#server/main.ts';
import { buildSite } from './build/site.ts';
import { tellRefusals } from './tell-refusals.ts';

await tellRefusals(async () => {
  // Read before the build: a mistaken setting should not cost a minute of waiting.
  const { publicUrl } = loadConfig(readEnvironment(process.env));
  const { dir } = await buildSite(publicUrl);
  await main({ siteDir: dir });
});
