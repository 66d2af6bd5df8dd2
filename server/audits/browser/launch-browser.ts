import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Browser } from 'playwright-core';
import { within } from '../../system/within.ts';
import { newAuditFolder, removeAuditFolder } from './audit-folder.ts';
import type { PinningProxy } from './pinning-proxy.ts';
import { lowerSession, processOf } from './process-tree.ts';

interface LaunchOptions {
  readonly program: string;
  readonly proxy: Pick<PinningProxy, 'server' | 'username' | 'password'>;
  /** Tests only: nothing of the product sets them. */
  readonly seams?: BrowserSeams | undefined;
}

/** What tests change to show that it matters. */
export interface BrowserSeams {
  readonly sandbox?: boolean;
  readonly without?: readonly Flag[];
  readonly more?: readonly string[];
  /** Hosts that go past the proxy. */
  readonly bypass?: string;
}

export interface StartedBrowser {
  readonly browser: Browser;
  /** Of the browser's first process, which leads a process group of its own. */
  readonly pid: number;
  /** Ends every process of it, whatever it is doing, and takes away what it has written, but for its profile. */
  readonly kill: () => Promise<void>;
}

const START_MS = 15_000;
const CLOSE_MS = 3_000;

/** A browser with a fresh profile in a process group of its own. It is told nothing of this server's settings. */
export async function launchBrowser({ program, proxy, seams = {} }: LaunchOptions): Promise<StartedBrowser> {
  const { without = [], more = [], bypass = '<-loopback>', sandbox = true } = seams;
  // Loaded here, so that a server without audits never does.
  const { chromium } = await import('playwright-core');
  // The profile, with what it has stored of the visited site, is put beside it by Playwright, which takes it away in its
  // own time; what an ended process has left of either, its parent takes away (process/audit-process.ts).
  const home = await newAuditFolder(realpathSync(tmpdir()));
  const flags = (Object.keys(FLAGS) as Flag[]).filter((flag) => !without.includes(flag));
  let browser: Browser | undefined;
  try {
    browser = await chromium.launch({
      executablePath: program,
      headless: true,
      chromiumSandbox: sandbox,
      timeout: START_MS,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      artifactsDir: home,
      proxy: { server: proxy.server, username: proxy.username, password: proxy.password, bypass },
      // The folder that crashes are written to names the process: by it `processOf` finds it among our children.
      args: [...flags.map((flag) => FLAGS[flag]), `--crash-dumps-dir=${home}`, ...more],
      env: {
        PATH: '/usr/bin:/bin',
        HOME: home,
        // Chromium puts the folder of its single-instance lock here. A killed browser does not remove it: `kill` does.
        TMPDIR: home,
        LANG: 'fr_CH.UTF-8',
        TZ: 'Europe/Zurich',
      },
    });
    const pid = processOf(process.pid, home);
    lowerSession(pid);
    return { browser, pid, kill: () => killAll(pid, home) };
  } catch (error) {
    if (browser) await within(CLOSE_MS, browser.close()).catch(() => {});
    await removeAuditFolder(home);
    throw error;
  }
}

async function killAll(pid: number, home: string): Promise<void> {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
  await removeAuditFolder(home);
}

/**
 * The features that Playwright disables. Chromium reads only the last `--disable-features` of its command line, and ours
 * comes after Playwright's: it has to repeat that list.
 */
export const SWITCHED_OFF_BY_PLAYWRIGHT = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding'],
  ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'TcpPortRandomizationWin'],
  ...['OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
  ...['msForceBrowserSignIn', 'msEdgeUpdateLaunchServicesPreferredVersion'],
];

/** The two pages that Chromium loads for the suggestions of each window's address bar, in a process of 160 MB. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/**
 * The browser's command-line flags besides those that Playwright sets. They keep all traffic within the proxy. They also
 * stop requests that the visited page did not cause, and pages of the browser's own interface, which is not shown.
 */
export const FLAGS = {
  /** No name is resolved by the browser. */
  noResolver: '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  webrtc: '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  forcedWebrtc: '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  noQuic: '--disable-quic',
  noPings: '--no-pings',
  noBackground: '--disable-background-networking',
  noUpdates: '--disable-component-update',
  noReports: '--disable-domain-reliability',
  /** Chromium asks an autofill service on the internet what the fields of each form are. This URL names no service. */
  noFormReports: '--autofill-server-url=about:blank',
  noPermissions: '--deny-permission-prompts',
  noAddressBar: `--disable-features=${[...SWITCHED_OFF_BY_PLAYWRIGHT, ...ADDRESS_BAR].join()}`,
  noLateFetches: '--disable-blink-features=SharedWorker,FetchLaterAPI',
} as const;

type Flag = keyof typeof FLAGS;
