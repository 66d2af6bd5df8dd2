import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { findWebKit } from '#scripts/browsers/installed-browsers.ts';
import { freePort } from '#scripts/support/free-port.ts';
import { patiently, until, untilSeen, type Walker } from '../walker.ts';
import { openSession } from './webdriver.ts';

/** As WebDriver writes keys (https://www.w3.org/TR/webdriver2/#keyboard-actions). */
const KEYS = { Tab: '\ue004', Enter: '\ue007', Escape: '\ue00c' };

/** WebKitGTK's MiniBrowser over its WebDriver, on a screen that nobody sees. */
export async function webkitWalker(siteUrl: string): Promise<Walker> {
  const programs = findWebKit();
  if (!programs) throw new Error('no WebKit on this machine: run scripts/programs.ts');
  const screen = await startScreen(programs.xvfb);
  const port = await freePort();
  const driver = spawn(programs.driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: screen.display, GDK_BACKEND: 'x11' },
  });
  const driverUrl = `http://127.0.0.1:${port}`;
  await listening(driverUrl, driver);
  const session = await openSession(driverUrl, {
    'webkitgtk:browserOptions': { binary: programs.miniBrowser, args: ['--automation'] },
  });
  const look = async <T>(expression: string) =>
    (await session.post('execute/sync', { script: `return (${expression})`, args: [] })) as T;

  /** The driver scrolls too, but waits neither for a smooth scroll nor for a page that still takes its shape. */
  const reached = async (css: string, act: (element: string) => Promise<unknown>) => {
    await untilSeen(walker, css);
    const middle = '{ block: "center", behavior: "instant" }';
    await patiently(async () => {
      await look(`document.querySelector(${JSON.stringify(css)}).scrollIntoView(${middle})`);
      await act(await session.find(css));
    });
  };

  const walker: Walker = {
    engine: 'WebKit',
    open: async (path) => void (await session.post('url', { url: siteUrl + path })),
    async click(css) {
      await reached(css, (element) => session.post(`${element}/click`));
    },
    async type(css, text) {
      await reached(css, (element) => session.post(`${element}/clear`));
      await reached(css, (element) => session.post(`${element}/value`, { text }));
    },
    async press(key) {
      const strokes = ['keyDown', 'keyUp'].map((type) => ({ type, value: KEYS[key] }));
      await session.post('actions', { actions: [{ type: 'key', id: 'keyboard', actions: strokes }] });
    },
    async back() {
      await session.post('back');
      await until(walker, "document.readyState === 'complete'");
    },
    look,
    async close() {
      await session.end().catch(() => {});
      await Promise.all([driver, screen.process].map(ended));
    },
  };
  return walker;
}

/** An X server picks a free display by itself and says which. */
async function startScreen(xvfb: string): Promise<{ process: ChildProcess; display: string }> {
  const args = ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'];
  const process = spawn(xvfb, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const [chosen] = await once(process.stdio[3] as Readable, 'data');
  return { process, display: `:${String(chosen).trim()}` };
}

async function listening(driverUrl: string, driver: ChildProcess): Promise<void> {
  while (driver.exitCode === null) {
    const answered = await fetch(`${driverUrl}/status`).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the WebDriver of WebKit ended before it listened');
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, 'exit');
}
