import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
/** A command that has no help yet begins its work, which may take minutes. */
const LONGEST_MS = 60_000;
const ask = (command: string, ...given: string[]) => {
  const args = [...command.replace(/^node /, '').split(' '), ...given];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    timeout: LONGEST_MS,
  });
  return { status, stdout, stderr };
};
const own = Object.entries(scripts).filter(([, command]) => !command.includes('vitest'));

it.each(own)('npm run %s -- --help says how it is called, and does nothing', (name, command) => {
  const { status, stdout, stderr } = ask(command, '--help');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const called: Readonly<Record<string, string>> = { start: 'npm start', test: 'npm test', leads: './oui' };
  const shown = called[name] ?? `npm run ${name}`;
  expect(stdout).toMatch(/^Usage\u202f: /);
  expect(stdout.split('\n')[0]).toContain(shown);
});

it.each(['build', 'doctor'])(
  'npm run %s -- --fly: one line that says where help is, and nothing is done',
  (name) => {
    const { status, stdout, stderr } = ask(scripts[name] ?? '', '--fly');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(
      new RegExp(`^.*--fly.* Rien n’a été fait. Aide\u202f: npm run ${name} -- --help\n$`),
    );
  },
);
