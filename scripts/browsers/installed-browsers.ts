import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { aptInstall, isExecutable, type Missing, onPath } from '../support/programs.ts';

/** The three engines that visitors of the site use. */
export const ENGINES = ['Chromium', 'Firefox', 'WebKit'] as const;
export type Engine = (typeof ENGINES)[number];

/** What it takes to drive WebKit: its WebDriver, the browser that it opens, and a screen for that browser. */
interface WebKitPrograms {
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
function hasFallbackFonts(): boolean {
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

/** Tried in order until the engine is there; each says in French why it did not work. */
const WAYS: Record<Engine, readonly (() => string | undefined)[]> = {
  Chromium: [downloadChromium, () => aptInstall(['chromium'])],
  Firefox: [() => aptInstall(['firefox-esr'])],
  WebKit: [() => aptInstall(['webkit2gtk-driver', 'xvfb'])],
};

/**
 * Installs those of `engines` that this machine lacks. Chromium's headless shell is installed too if apt offers it; it is not
 * required, since the tests start Chromium itself when there is no shell. So are the fonts that most visitors' systems
 * have: without them a page moves when its own fonts arrive.
 * @returns the browsers that could not be installed
 */
export function ensureBrowsers(engines: readonly Engine[]): Missing[] {
  if (!findShell()) aptInstall(['chromium-headless-shell']);
  if (!hasFallbackFonts()) aptInstall(['fonts-liberation']);
  return engines.flatMap((engine) => ensure(engine) ?? []);
}

function ensure(engine: Engine): Missing | undefined {
  if (isThere(engine)) return undefined;
  console.error(`${engine} est introuvable : installation…`);
  const reasons: string[] = [];
  for (const way of WAYS[engine]) {
    const reason = way();
    if (isThere(engine)) return undefined;
    reasons.push(reason ?? 'installé, mais il ne démarre pas');
  }
  return { engine, why: reasons.join(' ; ') };
}

function downloadChromium(): string | undefined {
  const cli = join(import.meta.dirname, '../../node_modules/playwright-core/cli.js');
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [cli, ...args], { stdio: ['ignore', 2, 2], timeout: 300_000 });
  if (run('install', '--no-shell', 'chromium').status !== 0)
    return 'le téléchargement de Playwright a échoué : vérifiez l’accès au réseau';
  if (!isThere('Chromium')) run('install-deps', 'chromium');
  return undefined;
}
