import { equal } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:tls';
import { chromium } from 'playwright-core';
import { findChromium } from '#scripts/browsers/installed-browsers.ts';
import { ARGUMENTS } from '#scripts/browsers/launch.ts';
import { NAME } from '../deploy/proxy.ts';
import { SITE_ADDRESS } from './network.ts';
import type { Stage } from './stage.ts';
import { PERSON } from './visits.ts';

const PATIENCE_MS = 30_000;

/**
 * Sends the sales page's form in a real Chromium and waits for the next step.
 * @param protocol the HTTP version that the page must have been loaded with
 * @throws when there is no Chromium, when the next step does not open, or when another protocol was used
 */
export async function inBrowser(protocol: 'h2' | 'h3', { door }: Stage): Promise<void> {
  const executablePath = findChromium();
  if (executablePath === undefined)
    throw new Error('Chromium is missing: node scripts/run.mjs scripts/programs.ts');
  const args = [
    ...ARGUMENTS.filter((argument) => protocol === 'h2' || argument !== '--disable-quic'),
    `--host-resolver-rules=MAP ${NAME} ${SITE_ADDRESS.v4}`,
    // The one key that the test's authority has certified; nothing else is let pass.
    `--ignore-certificate-errors-spki-list=${await keyOf(door)}`,
    ...(protocol === 'h3' ? [`--origin-to-force-quic-on=${NAME}:443`] : []),
  ];
  const browser = await chromium.launch({ executablePath, args });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`https://${NAME}/sales`);
    equal(
      await page.evaluate(() => {
        const [visit] = performance.getEntriesByType('navigation');
        return visit && 'nextHopProtocol' in visit ? visit.nextHopProtocol : undefined;
      }),
      protocol,
    );
    await page.fill('#page-name', PERSON.name);
    await page.fill('#page-email', PERSON.email);
    await page.click('#formulaire button[type=submit]');
    await page.waitForURL(/\/introduction\?/);
  } finally {
    await browser.close();
  }
}

/** The hash of the public key that the site shows, as Chromium wants it. */
async function keyOf({ ca }: Stage['door']): Promise<string> {
  const socket = connect({ host: SITE_ADDRESS.v4, port: 443, servername: NAME, ca });
  await once(socket, 'secureConnect');
  const key = socket.getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'der' });
  socket.destroy();
  return createHash('sha256')
    .update(key ?? '')
    .digest('base64');
}
