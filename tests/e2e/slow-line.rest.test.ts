import { expect, it, onTestFinished } from 'vitest';
import { newPage, shellForThisFile, WITH_MOTION } from './support/chromium.ts';
import { layoutShift } from './support/layout.ts';

const browser = await shellForThisFile();

/** So slow that a page is painted in pieces. */
const SLOW_LINE = { offline: false, latency: 20, downloadThroughput: 12_000, uploadThroughput: -1 };

// What comes first has to leave room here for what comes after: the steps in the header, the words below a picture.
it.each(['/introduction', '/flow'])('%s keeps still while it comes in', async (route) => {
  const page = await newPage(browser, { ...WITH_MOTION, viewport: { width: 1440, height: 900 } });
  onTestFinished(() => page.context().close());
  const line = await page.context().newCDPSession(page);
  await line.send('Network.emulateNetworkConditions', SLOW_LINE);
  await page.goto(route);
  await line.detach();
  expect(await layoutShift(page)).toBeLessThan(0.001);
});
