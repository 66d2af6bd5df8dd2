import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Browser } from 'playwright-core';
import { within } from '../../system/within.ts';
import type { PinningProxy } from '../proxy/pinning-proxy.ts';
import { newAuditFolder, removeAuditFolder } from './audit-folder.ts';
import { FLAGS, type Flag } from './flags.ts';
import { lowerSession } from './priority.ts';
import { processOf } from './process-tree.ts';

export interface LaunchOptions {
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
