import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../service/temporary-folder.ts';
import { canJoinNetworks, hasNft } from './networks.ts';
import { DEPLOY, replaced } from './shipped.ts';

/** In the place of the account that this machine does not have. */
const NOBODY = '65534';

/** The rules for `NOBODY` instead of the account that the unit of the audits names. @returns their file */
function rulesFile(): string {
  const unit = readFileSync(join(DEPLOY, 'systemd/oui-48-audits.service'), 'utf8');
  const account = /^User=(.+)$/m.exec(unit)?.[1] ?? '';
  const rules = readFileSync(join(DEPLOY, 'nftables/oui-48-audits.nft'), 'utf8');
  const file = join(temporaryFolder(), 'audits.nft');
  writeFileSync(file, replaced(rules, `"${account}"`, NOBODY));
  return file;
}

test.skipIf(!hasNft())('nft takes the rules of the audits’ account', () => {
  const { status, stderr } = spawnSync('nft', ['-c', '-f', rulesFile()], {
    encoding: 'utf8',
    timeout: 20_000,
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test.skipIf(!canJoinNetworks())(
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
