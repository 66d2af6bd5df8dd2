import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { isExecutable, onPath } from '../support/on-path.ts';

/** The three engines that visitors of the site use. */
export const ENGINES = ['Chromium', 'Firefox', 'WebKit'] as const;
export type Engine = (typeof ENGINES)[number];

/** What it takes to drive WebKit: its WebDriver, the browser that it opens, and a screen for that browser. */
export interface WebKitPrograms {
  readonly driver: string;
  readonly miniBrowser: string;
  readonly xvfb: string;
}

const MINI_BROWSERS = '/usr/{lib,libexec}/{,*/}webkit2gtk-4.*/MiniBrowser';

/** Path of a Chromium that runs: `CHROMIUM`, the system's, or the one that Playwright has downloaded. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const system = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  return firstThatRuns([env.CHROMIUM, ...system.map((name) => onPath(name, env)), chromium.executablePath()]);
}

/** Path of Chromium's headless shell, where the system has it: the engine without a browser around it. */
export function findShell(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return firstThatRuns([onPath('chromium-headless-shell', env)]);
}

/** Path of a Firefox that runs: `FIREFOX`, or the system's. */
export function findFirefox(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return firstThatRuns([env.FIREFOX, onPath('firefox-esr', env), onPath('firefox', env)]);
}

/** The system's WebKitGTK, when all of its parts are there. */
export function findWebKit(env: NodeJS.ProcessEnv = process.env): WebKitPrograms | undefined {
  const driver = onPath('WebKitWebDriver', env);
  const xvfb = onPath('Xvfb', env);
  const [miniBrowser] = globSync(MINI_BROWSERS);
  return driver && xvfb && miniBrowser ? { driver, miniBrowser, xvfb } : undefined;
}

/** Whether the system has Arial or a font of the same widths, which pages show until their own fonts have come. */
export function hasFallbackFonts(): boolean {
  const match = spawnSync('fc-match', ['--format=%{family}', 'Arial'], { encoding: 'utf8' });
  return match.error === undefined && /Arial|Liberation Sans/.test(match.stdout);
}

/** Whether `engine` can be had on this machine as it is. */
export function isThere(engine: Engine): boolean {
  const find = { Chromium: findChromium, Firefox: findFirefox, WebKit: findWebKit }[engine];
  return find() !== undefined;
}

/** The first program that starts: a file may be there and lack its libraries. */
function firstThatRuns(candidates: readonly (string | undefined)[]): string | undefined {
  return candidates.find((path) => {
    if (!path || !isExecutable(path)) return false;
    return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
  });
}
