import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';
import { postJson, someLead, startServer } from './test-server.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
const modesIn = (folder: string) => new Set(filesIn(folder).map(modeOf));

test('what holds leads can be read by the server alone, also what an earlier version left open', async () => {
  const server = await startServer();
  await postJson(server.url, someLead());
  expect(readdirSync(server.dataDir)).toContain('leads.sqlite-wal');
  expect(modeOf(server.dataDir)).toBe('700');
  expect(modesIn(server.dataDir)).toEqual(new Set(['600']));
  expect(server.log()).not.toContain('DATA_DIR');
  await server.stop();
  const left = readdirSync(server.dataDir).filter((name) => name.startsWith('leads.sqlite'));
  for (const name of left) chmodSync(join(server.dataDir, name), 0o644);
  const again = await startServer({ DATA_DIR: server.dataDir });
  await postJson(again.url, someLead());
  expect(modesIn(server.dataDir)).toEqual(new Set(['600']));
});

test('a folder that others can enter, or a file of somebody else’s in it, is said at the start', async () => {
  const dataDir = temporaryFolder();
  chmodSync(dataDir, 0o755);
  const server = await startServer({ DATA_DIR: dataDir });
  expect(server.log()).toContain('d’autres utilisateurs de cette machine peuvent lire');
  expect(await (await fetch(`${server.opsUrl}/readyz`)).json()).toMatchObject({
    status: 'ok',
    warnings: [expect.stringContaining(dataDir)],
  });
  // What the warning asked for was done: no restart is needed for it to end.
  chmodSync(dataDir, 0o700);
  expect(await (await fetch(`${server.opsUrl}/readyz`)).json()).not.toHaveProperty('warnings');
});
