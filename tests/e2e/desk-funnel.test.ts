import { expect, it, onTestFinished } from 'vitest';
import { deskFunnel } from '#content/pages/desk-funnel.ts';
import { freePort } from '#scripts/support/free-port.ts';
import { storedRows } from '../support/stored-rows.ts';
import { axeViolations } from './support/axe.ts';
import { newPage, shellForThisFile } from './support/chromium.ts';
import { startServer } from './support/server.ts';
import { SIZES } from './support/site.ts';
import { ask, NAVIGATION } from './support/visits.ts';

const browser = await shellForThisFile();

it('the funnel fills before the eyes of its owner, in its tables, its pictures and its CSV', async () => {
  const OPS_PORT = String(await freePort());
  const server = await startServer({ OPS_PORT, AUDITS: 'off' });
  onTestFinished(() => server.stop());
  const [key] = storedRows<{ value: string }>(
    server.dataDir,
    "select value from secrets where name = 'desk'",
  );
  const page = await newPage(browser, { baseURL: `http://127.0.0.1:${OPS_PORT}` });
  onTestFinished(() => page.context().close());
  const refused: string[] = [];
  page.on('console', (said) => said.type() === 'error' && refused.push(said.text()));
  await page.goto(`/?key=${key?.value}`);
  await page.goto('/entonnoir');
  expect(await page.getByText(deskFunnel.empty).isVisible()).toBe(true);

  const land = (source: string) => ask(`${server.url}/sales?utm_source=${source}`, NAVIGATION);
  for (const [source, visits] of Object.entries({ lettre: 3, annonce: 2 }))
    for (let visit = 0; visit < visits; visit += 1) await land(source);
  const steps = page.locator('[data-picture] svg').first();
  await page.getByRole('row', { name: /^Visites 5 0/ }).waitFor();
  await expect.poll(() => steps.textContent()).toContain('5 · 0');
  expect(await page.getByRole('row', { name: /^annonce 2 0/ }).count()).toBe(1);
  expect(await page.getByText(deskFunnel.empty).count()).toBe(0);
  // The page is read again, and its pictures with it.
  await land('annonce');
  await expect.poll(() => steps.textContent()).toContain('6 · 0');
  for (const { width, height } of SIZES) {
    await page.setViewportSize({ width, height });
    await expect.poll(async () => (await steps.boundingBox())?.width).toBeLessThan(width);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await axeViolations(page)).toEqual([]);
  }
  const csv = await page.request.get('/entonnoir.csv?periode=semaine&table=provenances');
  expect(await csv.text()).toMatch(/^\ufeff"Provenance";"Visites";.*\r\n"annonce";"3";"0";/);
  expect((await page.request.get('/entonnoir.csv', { headers: { cookie: '' } })).status()).toBe(403);
  expect(refused).toEqual([]);
});
