import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { sharedDatabase } from '../postgres/shared.ts';
import { leadsCommand } from './leads-command.ts';
import { seededFolder } from './seeded-store.ts';

const root = join(import.meta.dirname, '../..');
const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8');
const CSV = 'contacts.csv';
const commands = [...runbook.matchAll(/`(?:DATABASE_URL= DATA_DIR=(\w+) )?npm run leads -- ([^`]+)`/g)].map(
  ([, dataDir = 'data', args = '']) => ({ dataDir, args: args.split(' ') }),
);

it('holds only commands over the leads that do what they say', async () => {
  const { folder, held } = await seededFolder();
  const backups = join(folder, 'sauvegardes');
  for (const name of ['copie', 'sauvegardes']) mkdirSync(join(folder, name));
  copyFileSync(join(folder, 'data/leads.sqlite'), join(folder, 'copie/leads.sqlite'));
  expect(commands.length).toBeGreaterThan(10);
  const DATABASE_URL = await sharedDatabase();
  const ask = (dataDir: string, args: readonly string[]) =>
    leadsCommand(
      args.map((argument) =>
        argument
          .replace('claire@exemple.ch', held.email)
          .replace(CSV, join(folder, CSV))
          .replace('./data', join(folder, 'data'))
          .replace('/var/lib/oui-48-backups', backups),
      ),
      args[0] === 'import' ? { DATABASE_URL } : { DATA_DIR: join(folder, dataDir) },
      'oui',
    );
  for (const { dataDir, args } of commands) {
    const { code, stderr } = await ask(dataDir, args);
    expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' });
  }
  for (const dataDir of ['data', 'copie'])
    expect(await ask(dataDir, ['show', held.email])).toMatchObject({ code: 1 });
  expect(existsSync(join(folder, CSV))).toBe(true);
  expect(readdirSync(backups)).toHaveLength(1);
});

it('names a doctor that answers', async () => {
  const run = promisify(execFile)(process.execPath, [join(root, 'cli/doctor.ts'), '--json'], {
    cwd: root,
    env: { PATH: process.env.PATH, AIRTABLE_TOKEN: '', AIRTABLE_BASE_ID: '' },
  });
  const { code, stdout } = (await run.catch((error: unknown) => error)) as { code?: number; stdout: string };
  expect(code).toBe(1);
  expect(JSON.parse(stdout)[0]).toMatchObject({ weight: 'blocks' });
});
