import { afterEach, describe, expect, it } from 'vitest';
import { browserFitness } from '#server/audits/browser/browser-fitness.ts';
import { launchBrowser } from '#server/audits/browser/launch-browser.ts';
import { openPinningProxy } from '#server/audits/browser/pinning-proxy.ts';
import { vettedHosts } from '#server/outgoing/vetted-hosts.ts';
import { hostileVisit } from '../fixtures/audits/bench.ts';
import { SANDBOX } from '../fixtures/audits/environment.ts';
import { openTrap } from '../fixtures/audits/trap.ts';

/*
 * What a flag keeps shut is shown by leaving it out and seeing the trap hit. That cannot be shown here for:
 * - noResolver, noReports, noUpdates, noBackground: what they stop goes to name servers or to the browser's maker,
 *   and never to an address that a page names;
 * - noQuic: with a proxy set this Chromium opens no QUIC connection at all (the last test would see it);
 * - noPings, noLateFetches: what they stop goes through the proxy, which refuses it all the same;
 * - noAddressBar: it spares work, and keeps nothing shut;
 * - noPermissions: a prompt that nobody answers opens nothing.
 */
const SETTING = 'PLAYWRIGHT_DISABLE_FORCED_CHROMIUM_PROXIED_LOOPBACK';

afterEach(() => {
  delete process.env[SETTING];
});

describe.skipIf(process.platform !== 'linux')('what each flag keeps shut', () => {
  it('without the two of WebRTC, a page sends datagrams past the proxy', async () => {
    const { trap } = await hostileVisit({ without: ['webrtc', 'forcedWebrtc'] });
    expect(trap.hits.filter((hit) => hit.startsWith('udp'))).not.toEqual([]);
  });

  it('without <-loopback>, a page reaches this machine past the proxy; with Playwright’s setting for it no browser is used', async () => {
    const trap = await openTrap();
    process.env[SETTING] = '1';
    expect(browserFitness({ sandbox: false })).toEqual({ usable: false, why: 'proxy-disabled' });
    const hosts = vettedHosts({
      resolve: async () => [],
      connect: () => {
        throw new Error('never');
      },
    });
    const proxy = await openPinningProxy({ hosts });
    const program = '/usr/lib/chromium/chromium';
    for (const [bypass, hit] of [
      ['<-loopback>', false],
      ['', true],
    ] as const) {
      const { browser, kill } = await launchBrowser({ program, proxy, seams: { sandbox: SANDBOX, bypass } });
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${trap.port}/`).catch(() => {});
      expect(trap.hits.length > 0, bypass).toBe(hit);
      await kill();
    }
    await proxy.close();
    await trap.close();
  });

  it('without any of ours, only datagrams of WebRTC get past the proxy', async () => {
    const { trap, refused } = await hostileVisit({
      without: [
        'noFormReports',
        'noQuic',
        'noPings',
        'noBackground',
        'noUpdates',
        'noReports',
        'noPermissions',
        'noLateFetches',
        'noResolver',
      ],
    });
    expect(trap.hits).toEqual([]);
    // The six that the page names, and the browser's maker, which is told of the page's forms.
    expect(refused).toHaveLength(7);
  });
});
