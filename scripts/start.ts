// npm start: the built site and its server, from nothing but this folder.
import { loadConfig, readEnvironment } from '#server/config/config.ts';
import { StartRefused } from '#server/config/start-refused.ts';
import { main } from '#server/main.ts';
import { BuildFailed, buildSite } from './build/site.ts';

try {
  // Read before the build: a mistaken setting should not cost a minute of waiting.
  const { publicUrl } = loadConfig(readEnvironment(process.env));
  const { dir } = await buildSite(publicUrl);
  await main({ siteDir: dir });
} catch (error) {
  if (!(error instanceof StartRefused || error instanceof BuildFailed)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
