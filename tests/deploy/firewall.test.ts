import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../service/temporary-folder.ts';
import { ensureProgram, has, isRoot } from '../support/machine.ts';
import { replaced } from './shipped.ts';

const deploy = join(import.meta.dirname, '../../deploy');

/** In the place of the account that this machine does not have. */
const NOBODY = '65534';

const hasNft = isRoot() && ensureProgram('nft', 'nftables');

/** The rules for `NOBODY` instead of the account that the unit of the audits names. @returns their file */
function rulesFile(): string {
  const unit = readFileSync(join(deploy, 'systemd/oui-48-audits.service'), 'utf8');
  const account = /^User=(.+)$/m.exec(unit)?.[1] ?? '';
  const rules = readFileSync(join(deploy, 'nftables/oui-48-audits.nft'), 'utf8');
  const file = join(temporaryFolder(), 'audits.nft');
  writeFileSync(file, replaced(rules, `"${account}"`, NOBODY));
  return file;
}

/** Whether this machine lets a test have a network of its own with a way out of it. */
function canTry(): boolean {
  if (!hasNft || !has('unshare') || !ensureProgram('ip', 'iproute2')) return false;
  const pair = 'ip link add v0 type veth peer name v1 && nft list ruleset';
  return spawnSync('unshare', ['--net', 'sh', '-c', pair]).status === 0;
}

test.skipIf(!hasNft)('nft takes the rules of the audits’ account', () => {
  const { status, stderr } = spawnSync('nft', ['-c', '-f', rulesFile()], {
    encoding: 'utf8',
    timeout: 20_000,
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test.skipIf(!canTry())(
  'the account of the audits reaches the public Internet, PostgreSQL, name servers and its relay, and nothing else on this machine',
  () => {
    const program = join(import.meta.dirname, 'behind-firewall.ts');
    const namespace = ['--net', process.execPath, program, rulesFile(), NOBODY];
    const { stdout, stderr } = spawnSync('unshare', namespace, { encoding: 'utf8', timeout: 50_000 });
    expect(stderr).toBe('');
    const { root, account } = JSON.parse(stdout) as Record<'root' | 'account', Record<string, boolean>>;
    expect(Object.values(root)).toEqual(Object.values(root).map(() => true));
    const open = Object.entries(account).flatMap(([where, reached]) => (reached ? [where] : []));
    expect(open).toEqual([
      ...['127.0.0.1 40001', '::1 40001', '10.9.0.1 40001'],
      ...['10.9.0.2 53', '10.9.0.2 5432'],
      ...['fd00::2 53', 'fd00::2 5432'],
      ...['192.0.66.2 53', '192.0.66.2 80', '192.0.66.2 443', '192.0.66.2 5432'],
      ...['2001:4860::2 53', '2001:4860::2 80', '2001:4860::2 443', '2001:4860::2 5432'],
    ]);
  },
);
