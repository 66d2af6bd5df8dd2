import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import puppeteer from 'puppeteer-core';
import { FLAGS, launchBrowser } from '#server/audits/browser/launch-browser.ts';
import { loadPage, PHONE } from '#server/audits/browser/load-page.ts';
import { openPinningProxy } from '#server/audits/browser/pinning-proxy.ts';
import { vettedHosts } from '#server/outgoing/vetted-hosts.ts';
import { SANDBOX } from '../fixtures/audits/environment.ts';
import type { Internet } from '../fixtures/audits/internet.ts';

const PROGRAM = '/usr/lib/chromium/chromium';

/** The LCP of a fixture in milliseconds as an audit's load on the phone sees it. */
export async function ourLcp(internet: Internet, name: string): Promise<number> {
  const proxy = await openPinningProxy({ hosts: vettedHosts(internet.network) });
  const seams = { sandbox: SANDBOX, more: [internet.certificates.chromiumFlag] };
  const { browser, kill } = await launchBrowser({ program: PROGRAM, proxy, seams });
  try {
    const { facts } = await loadPage(browser, `https://${name}.test/`, PHONE, 'Mozilla/5.0 (fixtures)');
    return facts.lcpMs ?? Number.NaN;
  } finally {
    await kill();
    await proxy.close();
  }
}

/**
 * The LCP that Lighthouse observes, in milliseconds: in the same browser with the same flags, on the line and in the
 * window that our phone has, and through a proxy of ours, whose way costs each side the same.
 */
export async function lighthouseLcp(internet: Internet, name: string): Promise<number> {
  const { width, height, deviceScaleFactor, downloadMbps = 0, latencyMs = 0 } = PHONE.conditions;
  const proxy = await openPinningProxy({ hosts: vettedHosts(internet.network) });
  const way = [`--proxy-server=${proxy.server}`, '--proxy-bypass-list=<-loopback>', ...Object.values(FLAGS)];
  const chrome = await launch({
    chromePath: PROGRAM,
    chromeFlags: ['--headless=new', '--no-sandbox', internet.certificates.chromiumFlag, ...way],
  });
  const browser = await puppeteer.connect({ browserURL: `http://127.0.0.1:${chrome.port}` });
  const throughput = downloadMbps * 1_000;
  const throttling = {
    rttMs: latencyMs,
    throughputKbps: throughput,
    requestLatencyMs: latencyMs,
    downloadThroughputKbps: throughput,
    uploadThroughputKbps: throughput,
    cpuSlowdownMultiplier: 1,
  };
  try {
    const page = await browser.newPage();
    await page.authenticate({ username: proxy.username, password: proxy.password });
    const result = await lighthouse(
      `https://${name}.test/`,
      {
        onlyAudits: ['largest-contentful-paint'],
        formFactor: 'mobile',
        throttlingMethod: 'devtools',
        throttling,
        screenEmulation: { mobile: true, width, height, deviceScaleFactor, disabled: false },
      },
      undefined,
      page,
    );
    return result?.lhr.audits['largest-contentful-paint']?.numericValue ?? Number.NaN;
  } finally {
    await browser.disconnect();
    chrome.kill();
    await proxy.close();
  }
}
