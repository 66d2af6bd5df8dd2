// npm run tour [-- --only /sales]: a picture of every page at 390 px and 1440 px into tour/.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '#server/config/config.ts';
import { readEnvironment } from '#server/config/read-environment.ts';
import { serve } from '#server/serve.ts';
import { createLog } from '#server/system/log.ts';
import { launchChromium } from './browsers/launch.ts';
import { inOwnBrowser } from './browsers/own-browser.ts';
import { builtRoutes } from './build/routes.ts';
import { buildSite } from './build/site.ts';
import { takePictures } from './tour-pictures.ts';

/** Several times what the page with most dialogs needs on a slow machine. */
const PAGE_MS = 300_000;

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } });
const tour = join(import.meta.dirname, '../tour');
const dataDir = mkdtempSync(join(tmpdir(), 'tour-'));

const { dir } = await buildSite(loadConfig(readEnvironment(process.env)).publicUrl);
const server = await serve({
  siteDir: dir,
  log: createLog({ write: () => {} }),
  environment: { HOST: '127.0.0.1', PORT: '0', OPS_PORT: '0', DATA_DIR: dataDir },
});
try {
  for (const route of builtRoutes(dir)) {
    if (values.only && !values.only.includes(route)) continue;
    const files = await inOwnBrowser(launchChromium, PAGE_MS, (browser) =>
      takePictures(browser, server.url, route, tour),
    );
    for (const file of files) console.log(file);
  }
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true });
}
