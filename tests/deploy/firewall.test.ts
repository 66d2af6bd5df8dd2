import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onPath } from '#scripts/support/on-path.ts';
import { temporaryFolder } from '../service/temporary-folder.ts';
import { replaced } from './shipped.ts';

const RULES = join(import.meta.dirname, '../../deploy/nftables/oui-48-audits.nft');

/** In the place of the account that this machine does not have. */
const NOBODY = '65534';

/** Whether this machine lets a test have a network of its own with a way out of it. */
function canTry(): boolean {
  if (process.getuid?.() !== 0 || ['nft', 'ip', 'unshare'].some((name) => onPath(name) === undefined))
    return false;
  const pair = 'ip link add v0 type veth peer name v1 && nft list ruleset';
  return spawnSync('unshare', ['--net', 'sh', '-c', pair]).status === 0;
}

test.skipIf(!canTry())(
  'the account of the audits reaches the public Internet, PostgreSQL, name servers and its relay, and nothing else',
  () => {
    const rules = join(temporaryFolder(), 'audits.nft');
    writeFileSync(rules, replaced(readFileSync(RULES, 'utf8'), '"oui-48-audits"', NOBODY));
    const program = join(import.meta.dirname, 'behind-firewall.ts');
    const { stdout, stderr } = spawnSync('unshare', ['--net', process.execPath, program, rules, NOBODY], {
      encoding: 'utf8',
      timeout: 50_000,
    });
    expect(stderr).toBe('');
    const { root, account } = JSON.parse(stdout) as Record<'root' | 'account', Record<string, boolean>>;
    expect(Object.values(root)).toEqual(Object.values(root).map(() => true));
    const open = Object.entries(account).flatMap(([where, reached]) => (reached ? [where] : []));
    expect(open).toEqual([
      '127.0.0.1 40000',
      ...['10.9.0.2 53', '10.9.0.2 5432'],
      ...['fd00::2 53', 'fd00::2 5432'],
      ...['192.0.66.2 53', '192.0.66.2 80', '192.0.66.2 443', '192.0.66.2 5432'],
      ...['2001:4860::2 53', '2001:4860::2 80', '2001:4860::2 443', '2001:4860::2 5432'],
    ]);
  },
);
