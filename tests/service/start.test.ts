import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { MAIN } from '../support/built-server.ts';
import { startProcess, workingFolder } from './server-process.ts';
import { postJson, someLead } from './test-server.ts';

/** One line on the error output, nothing on the standard output, exit 1. */
async function refusedLine(folder: string, environment: Record<string, string>): Promise<string> {
  const { code, stdout, stderr } = await startProcess(folder, environment).ended;
  const lines = stderr.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
  expect({ code, stdout, lines: lines.length }).toEqual({ code: 1, stdout: '', lines: 1 });
  return lines[0] ?? '';
}

test('a start prints one line holding the address', async () => {
  const server = startProcess(await workingFolder());
  const url = await server.opened;
  expect((await fetch(`${url}/sales`)).status).toBe(200);
  server.child.kill('SIGTERM');
  const { stdout } = await server.ended;
  expect(stdout).toBe(`Le site est ouvert : ${url}\n`);
});

test('what the server renders, it renders with React’s production build', async () => {
  const dir = dirname(MAIN);
  const files = readdirSync(dir).filter((name) => name.endsWith('.js'));
  const code = files.map((name) => readFileSync(join(dir, name), 'utf8')).join('\n');
  expect(code).toMatch(/^\/\/ node_modules\/react-dom\/.*\.production\.js$/m);
  // It is inside, whole: nothing of it is asked for at run time.
  expect(code).not.toMatch(/^\/\/ node_modules\/react.*\.development\.js$|^import .* from "react/m);
  const map = JSON.parse(readFileSync(`${MAIN}.map`, 'utf8')) as { sources: string[] };
  expect(map.sources.map((source) => resolve(dir, source))).toContain(resolve('server/main.ts'));
});

test('systemd is told once both ports are open, and only where it waits for that', async () => {
  const folder = await workingFolder();
  const told = join(folder, 'told');
  // In the place of systemd's own program, which needs a systemd to talk to.
  writeFileSync(join(folder, 'systemd-notify'), `#!/bin/sh\necho "$NOTIFY_SOCKET $*" >> ${told}\n`, {
    mode: 0o755,
  });
  const environment = { PATH: `${folder}:${process.env.PATH}`, NOTIFY_SOCKET: '/run/somewhere' };
  await startProcess(folder, { ...environment, DATA_DIR: join(folder, 'a') }).opened;
  await expect.poll(() => existsSync(told) && readFileSync(told, 'utf8')).toBe('/run/somewhere --ready\n');
  await startProcess(folder, { ...environment, NOTIFY_SOCKET: '', DATA_DIR: join(folder, 'b') }).opened;
  const { ended } = startProcess(folder, { ...environment, PORT: 'abc' });
  expect((await ended).code).toBe(1);
  expect(readFileSync(told, 'utf8')).toBe('/run/somewhere --ready\n');
});

test('a malformed setting, in the environment or in .env, is named', async () => {
  const folder = await workingFolder();
  expect(await refusedLine(folder, { PORT: 'trois mille' })).toBe(
    'PORT=trois mille : attendu un nombre entier de 0 à 65535',
  );
  writeFileSync(join(folder, '.env'), 'LEADS_PER_MINUTE=beaucoup\n');
  expect(await refusedLine(folder, {})).toContain('LEADS_PER_MINUTE=beaucoup : attendu');
});

test('a port that is taken is named, for both listeners', async () => {
  const folder = await workingFolder();
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const address = other.address();
  const taken = String(typeof address === 'object' ? address?.port : '');
  expect(await refusedLine(folder, { HOST: '127.0.0.1', PORT: taken })).toContain(
    `PORT=${taken} : ce port est déjà pris`,
  );
  expect(await refusedLine(folder, { OPS_PORT: taken })).toContain(
    `OPS_PORT=${taken} : ce port est déjà pris`,
  );
});

test('a missing site and a database setting of a later version stop the start', async () => {
  const folder = await workingFolder();
  rmSync(join(folder, 'dist'), { recursive: true });
  expect(await refusedLine(folder, {})).toContain('npm start');
  expect(await refusedLine(folder, { DATABASE_URL: 'postgres://u:tressecret@h/b' })).toMatch(
    /^DATABASE_URL=… /,
  );
});

test('a second server on one file is refused; after kill -9 of the first it may start, and nothing is lost', async () => {
  const folder = await workingFolder();
  const first = startProcess(folder);
  const lead = someLead();
  expect((await postJson(await first.opened, lead)).status).toBe(201);
  expect(await refusedLine(folder, {})).toContain('déjà utilisée par un autre serveur');
  first.child.kill('SIGKILL');
  await first.ended;
  const second = startProcess(folder);
  expect((await postJson(await second.opened, lead)).status).toBe(200);
});
