import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { onPath } from '#scripts/support/programs.ts';
import { temporaryFolder } from '../service/temporary-folder.ts';
import { replaced } from './shipped.ts';

const root = resolve(import.meta.dirname, '../..');
const units = join(root, 'deploy/systemd');
const analyze = onPath('systemd-analyze');

/** Of ten, where less is better; systemd itself calls anything above 5 a matter of concern. */
const WORST_EXPOSURE = 2;
/** With what a browser's own sandbox needs: three kinds of namespaces and two system calls. */
const WORST_WITH_BROWSER = 2.4;

const DROP_IN = 'browser.conf';
const WITH_BROWSER = 'oui-48-with-browser.service';

const ask = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(analyze ?? '', args, { encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
};

test.skipIf(analyze === undefined)(
  'systemd finds nothing to say against the units, and little exposed',
  () => {
    const folder = temporaryFolder();
    const names = readdirSync(units);
    expect(names).toEqual([
      DROP_IN,
      'oui-48-backup.service',
      'oui-48-backup.timer',
      'oui-48-offsite.service',
      'oui-48-offsite.timer',
      'oui-48-rehearsal.service',
      'oui-48-rehearsal.timer',
      'oui-48.service',
    ]);
    const texts = Object.fromEntries(names.map((name) => [name, readFileSync(join(units, name), 'utf8')]));
    const { [DROP_IN]: dropIn = '', ...unitTexts } = texts;
    // What follows in a drop-in is read as if it stood at the end of the unit.
    const all = { ...unitTexts, [WITH_BROWSER]: `${unitTexts['oui-48.service']}${dropIn}` };
    for (const [name, text] of Object.entries(all))
      writeFileSync(join(folder, name), name.endsWith('.timer') ? text : replaced(text, '/srv/oui-48', root));
    const files = Object.keys(all).map((name) => join(folder, name));
    expect(ask('verify', '--man=no', ...files)).toEqual({ status: 0, said: '' });
    for (const file of files.filter((name) => name.endsWith('.service'))) {
      const worst = file.endsWith(WITH_BROWSER) ? WORST_WITH_BROWSER : WORST_EXPOSURE;
      const { status, said } = ask('security', '--offline=true', `--threshold=${worst * 10}`, file);
      expect({ status, said: said.split('\n').at(-2) }).toMatchObject({ status: 0 });
    }
  },
);

test('what a unit starts is there, and named as the checkout names it', () => {
  for (const name of readdirSync(units).filter((file) => file.endsWith('.service'))) {
    const text = readFileSync(join(units, name), 'utf8');
    const [program = '', ...args] = /^ExecStart=(.+)$/m.exec(text)?.[1]?.split(' ') ?? [];
    const script = args.find((argument) => argument.endsWith('.ts')) ?? '';
    expect(readFileSync(join(root, script), 'utf8')).not.toBe('');
    expect(program).toBe('/srv/oui-48/node_modules/node/bin/node');
    expect(readFileSync(join(root, 'scripts/setup.mjs'), 'utf8')).toContain("'node', 'bin', 'node'");
  }
});

test('the drop-in for a browser allows what Chromium’s sandbox needs, and nothing more', () => {
  const lines = readFileSync(join(units, DROP_IN), 'utf8').split('\n');
  expect(lines.filter((line) => line.includes('=') && !line.startsWith('#'))).toEqual([
    'RestrictNamespaces=user pid net',
    'SystemCallFilter=chroot capset',
  ]);
});

test('the site may ask the system for its own addresses, which no audit may visit', () => {
  const [, families] =
    /^RestrictAddressFamilies=(.+)$/m.exec(readFileSync(join(units, 'oui-48.service'), 'utf8')) ?? [];
  expect(families?.split(' ')).toContain('AF_NETLINK');
});
