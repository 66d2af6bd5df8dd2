import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '#scripts/support/free-port.ts';
import { loadConfig, readEnvironment } from '#server/config/config.ts';
import { eventually } from './support/eventually.ts';

/** A cold start compiles every page first. */
const COLD_START_MS = 100_000;

const root = join(import.meta.dirname, '../..');

it('npm run tour takes both pictures of a page', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/tour.ts', '--only', '/partner'], {
    cwd: root,
  });
  const files = stdout.trim().split('\n');
  expect(files.map((file) => file.match(/\d+(?=\.png$)/)?.[0])).toEqual(['390', '1440']);
  for (const file of files) expect((await stat(file)).size).toBeGreaterThan(10_000);
});

it('npm run build does nothing where the site of these sources stands already', async () => {
  const { publicUrl } = loadConfig(readEnvironment(process.env));
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/build.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, PUBLIC_URL: publicUrl },
  });
  expect(stdout).toBe('Le site était déjà construit : rien n’a changé.\n');
});

it('npm run dev ends where the database is of another branch, and says how to go on', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'dev-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const db = new DatabaseSync(join(dataDir, 'leads.sqlite'));
  db.exec('create table kysely_migration (name text primary key, timestamp text not null)');
  db.exec("insert into kysely_migration values ('999-of-another-branch', '2026-11-23T08:00:00Z')");
  db.close();
  const { publicUrl } = loadConfig(readEnvironment(process.env));
  const dev = promisify(execFile)(process.execPath, ['scripts/dev.ts'], {
    cwd: root,
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME, PUBLIC_URL: publicUrl, DATA_DIR: dataDir },
      ...{ HOST: 'localhost', PORT: String(await freePort()), OPS_PORT: '0' },
    },
  });
  const { code, stderr } = await dev.then(
    () => ({ code: 0, stderr: '' }),
    (error) => error,
  );
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(
      /La base de données n’a pas pu être mise à jour.*999-of-another-branch[\s\S]*DATA_DIR=\.cache\/essai npm run dev/,
    ),
  ]);
}, 60_000);

it('npm run dev serves the pages and takes a lead', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'dev-'));
  const port = await freePort();
  const options = {
    cwd: root,
    // Not the test runner's environment: it would tell Astro that this is a test.
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      // The address that the other tests' site is built for: another one would build it again under them.
      PUBLIC_URL: loadConfig(readEnvironment(process.env)).publicUrl,
      HOST: 'localhost',
      PORT: String(port),
      OPS_PORT: '0',
      DATA_DIR: dataDir,
    },
  };
  const child = spawn(process.execPath, ['scripts/dev.ts'], options);
  let said = '';
  for (const output of [child.stdout, child.stderr])
    output.on('data', (text) => {
      said += text;
    });
  onTestFinished(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    // What it started closes its database a moment later.
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  const site = `http://localhost:${port}`;
  const page = await eventually(async () => {
    const response = await fetch(`${site}/sales`).catch((cause) => {
      throw new Error(`npm run dev does not answer; it says: ${said}`, { cause });
    });
    expect(response.status).toBe(200);
    return response.text();
  }, COLD_START_MS);
  expect(page).toContain('machine de vente');
  // As the tests do that build a site of their own while somebody works: no reason to start anew.
  const aside = await mkdtemp(join(root, '.cache/dev-'));
  onTestFinished(() => rm(aside, { recursive: true, force: true }));
  for (const name of ['astro.config.ts', 'tsconfig.json']) await writeFile(join(aside, name), '{}');
  // Without it no island comes alive: Vite's React plugin refuses to run a component.
  const scripts = await fetch(`${site}/@id/astro:scripts/page.js`);
  expect([page, await scripts.text()]).toEqual([
    expect.stringContaining('astro:scripts/page.js'),
    expect.stringContaining('plugin-react/preamble'),
  ]);
  await eventually(async () => {
    const body = new URLSearchParams({ name: 'Claire', email: 'claire@exemple.ch' });
    const response = await fetch(`${site}/api/leads`, { method: 'POST', body, redirect: 'manual' });
    expect(response.status).toBe(303);
  });

  // Where a developer finds the mails that the lead has caused.
  expect(said).toContain(join(dataDir, 'mail/new'));

  // The port that was asked for, or none: not the next one, which nobody looks at.
  const second = await promisify(execFile)(process.execPath, ['scripts/dev.ts'], options).catch(
    (error) => error,
  );
  expect(second).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(`PORT=${port} : ce port est déjà pris`),
  });
  expect(said).not.toMatch(/Restarting|changed tsconfig/);
}, 180_000);
