import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { onPath } from '#scripts/support/on-path.ts';
import { temporaryFolder } from '../service/temporary-folder.ts';
import { replaced } from './shipped.ts';

const root = resolve(import.meta.dirname, '../..');
const units = join(root, 'deploy/systemd');
const analyze = onPath('systemd-analyze');

/** Of ten, where less is better; systemd itself calls anything above 5 a matter of concern. */
const WORST_EXPOSURE = 2;
/** The browser's own sandbox needs three kinds of namespaces and two system calls. */
const WORST_WITH_BROWSER = 2.4;

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
      'oui-48-audits.service',
      'oui-48-backup.service',
      'oui-48-backup.timer',
      'oui-48-offsite.service',
      'oui-48-offsite.timer',
      'oui-48-rehearsal.service',
      'oui-48-rehearsal.timer',
      'oui-48.service',
    ]);
    for (const name of names) {
      const text = readFileSync(join(units, name), 'utf8');
      writeFileSync(join(folder, name), name.endsWith('.timer') ? text : replaced(text, '/srv/oui-48', root));
    }
    const files = names.map((name) => join(folder, name));
    expect(ask('verify', '--man=no', ...files)).toEqual({ status: 0, said: '' });
    for (const file of files.filter((name) => name.endsWith('.service'))) {
      const worst = file.endsWith('oui-48-audits.service') ? WORST_WITH_BROWSER : WORST_EXPOSURE;
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

/** What a unit allows and forbids, one line each; its folders and its account left out. */
function restrictions(name: string): string[] {
  const lines = readFileSync(join(units, name), 'utf8').split('\n');
  return lines.filter((line) =>
    /^(Protect|Private|Restrict|SystemCall|NoNew|Cap|Ambient|Lock|Remove|Key)/.test(line),
  );
}

test('the unit of the audits allows what Chromium’s sandbox needs, and nothing more', () => {
  const [site, audits] = [restrictions('oui-48.service'), restrictions('oui-48-audits.service')];
  expect(site.filter((line) => !audits.includes(line))).toEqual(['RestrictNamespaces=true']);
  expect(audits.filter((line) => !site.includes(line))).toEqual([
    'RestrictNamespaces=user pid net',
    'SystemCallFilter=chroot capset',
  ]);
});

test('the site may ask the system for its own addresses, which no audit may visit', () => {
  const [, families] =
    /^RestrictAddressFamilies=(.+)$/m.exec(readFileSync(join(units, 'oui-48.service'), 'utf8')) ?? [];
  expect(families?.split(' ')).toContain('AF_NETLINK');
});
