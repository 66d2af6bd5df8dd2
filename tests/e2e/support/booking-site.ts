import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ProviderBooking } from '#domain/booking.ts';
import { createLog } from '#server/system/log.ts';

const root = join(import.meta.dirname, '../../..');

/** The sources of the site, and of the server, whose policy for frames follows the same setting. */
const SOURCES = ['site', 'server', 'content', 'domain', 'scripts/build', 'astro.config.ts', 'package.json'];
const CONFIGS = ['tsconfig.json', 'tsconfig.base.json'];

/** The pages that a visitor passes who books a call. */
const PAGES = ['own-page.astro', 'desk-page.astro', 'introduction.astro', 'validation.astro', '404.astro'];

/** Step 2 of an agency that settles its calls by message, beside that of the one that has set its booking page. */
export const BY_MESSAGE = '/introduction-by-message';
/** Of two pages that run the same script the build would make a file that they share, as no built page has. */
const SCRIPT = /<script>.*?<\/script>/gs;
const FROM_CONTENT = "import { booking } from '#content/booking.ts';";

/** An agency that has set its booking page. */
export const SET_BOOKING: ProviderBooking = {
  way: 'calendly',
  page: 'https://calendly.com/atelier-des-essais/15min',
};

/** Builds the pages of the booking with `SET_BOOKING` in the content, beside the site under test, and serves them. */
export async function startBookingSite(): Promise<{ url: string; close: () => Promise<void> }> {
  const dir = join(root, '.cache', `booking-site-${process.pid}`);
  await mkdir(join(dir, 'scripts'), { recursive: true });
  for (const source of [...SOURCES, ...CONFIGS])
    await cp(join(root, source), join(dir, source), { recursive: true });
  for (const shared of ['node_modules', '.cache/fonts', '.cache/og']) {
    await mkdir(join(dir, shared, '..'), { recursive: true });
    await symlink(join(root, shared), join(dir, shared));
  }
  const pages = join(dir, 'site/pages');
  for (const page of await readdir(pages))
    if (!PAGES.includes(page)) await rm(join(pages, page), { recursive: true });
  await writeFile(
    join(dir, 'content/booking.ts'),
    `export const booking = ${JSON.stringify(SET_BOOKING)} as const;\n`,
  );
  const step2 = await readFile(join(pages, 'introduction.astro'), 'utf8');
  if (!step2.includes(FROM_CONTENT)) throw new Error(`introduction.astro lacks ${FROM_CONTENT}`);
  await writeFile(
    join(pages, `${BY_MESSAGE}.astro`),
    step2
      .replace(FROM_CONTENT, "const booking = { way: 'message' } as const;")
      .replace(SCRIPT, '<Fragment />'),
  );
  await promisify(execFile)(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build'], {
    cwd: dir,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
  });
  const entry = join(dir, 'server/serve.ts');
  const { serve } = (await import(/* @vite-ignore */ entry)) as typeof import('#server/serve.ts');
  const server = await serve({
    environment: { HOST: '127.0.0.1', PORT: '0', OPS_PORT: '0', DATA_DIR: join(dir, 'data') },
    siteDir: join(dir, 'dist'),
    log: createLog({ write: () => {} }),
  });
  return {
    url: server.url,
    close: async () => {
      await server.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
