import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findProxy, PROXIES } from '#scripts/support/programs.ts';
import type { Crowd } from './behind-crowd.ts';
import { canJoinNetworks } from './networks.ts';
import { DEPLOY } from './shipped.ts';

const MOST_OF_ONE_SOURCE = 256;
const canTry = canJoinNetworks();

function crowdAt(proxy: string, rules: string): Crowd {
  const program = join(import.meta.dirname, 'behind-crowd.ts');
  const { stdout, stderr } = spawnSync('unshare', ['--net', process.execPath, program, proxy, rules], {
    encoding: 'utf8',
    timeout: 100_000,
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Crowd;
}

const served = { v4: Array(10).fill(200), v6: Array(10).fill(200), office: Array(100).fill(200) };

describe.each(PROXIES)('2,000 slow connections through %s', (proxy) => {
  const it = test.skipIf(!canTry || findProxy(proxy) === undefined);

  it('of one source the firewall lets a part through, an IPv6 household is one; others and an office are served', () => {
    const { slow, honest } = crowdAt(proxy, join(DEPLOY, 'nftables/oui-48-sources.nft'));
    expect(honest).toEqual(served);
    expect(slow).toEqual({ v4: MOST_OF_ONE_SOURCE, v6: MOST_OF_ONE_SOURCE });
  });

  it('without the firewall they are all taken, and others are served', () => {
    const { slow, honest, refused } = crowdAt(proxy, '-');
    expect(honest).toEqual(served);
    expect(slow).toEqual({ v4: 2_000, v6: 2_000 });
    // Of 300 requests that one household leaves open at the same moment.
    if (proxy === 'nginx')
      expect(refused).toEqual(Array(300 - MOST_OF_ONE_SOURCE).fill({ status: 429, retryAfter: '10' }));
  });
});
