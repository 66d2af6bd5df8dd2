import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { aptInstall } from '../support/apt.ts';
import { type Engine, findShell, hasFallbackFonts, isThere } from './find.ts';

export interface Missing {
  readonly engine: Engine;
  /** French, for the closing lines. */
  readonly why: string;
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
