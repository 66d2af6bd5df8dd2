import { expect, test } from 'vitest';
import { clientKey, networksOf } from './client-key.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:c000:0207', '192.0.2.7'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['2001:db8:1:2:aaaa::1', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:bbbb:0:0:9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['192.0.2.7:51234', '192.0.2.7'],
  ['[2001:db8:1:2:aaaa::1]:443', '2001:db8:1:2::/64'],
  ['"[2001:db8:1:2::9]:444"', '2001:db8:1:2::/64'],
  ['unknown:1', 'unknown:1'],
])('%s counts as %s', (address, key) => {
  expect(clientKey(address)).toBe(key);
});

test.each([
  ['192.0.2.7', ['192.0.2.7', '192.0.2/24']],
  ['::ffff:192.0.2.7', ['192.0.2.7', '192.0.2/24']],
  ['2001:db8:1:234:aaaa::1', ['2001:db8:1:234::/64', '2001:db8:1:200::/56', '2001:db8:1::/48']],
  ['unix', ['unix']],
])('%s is counted in %j, with rising limits', (address, keys) => {
  const networks = networksOf(address);
  expect(networks.map(({ key }) => key)).toEqual(keys);
  const factors = networks.map(({ factor }) => factor);
  expect([factors[0], factors]).toEqual([1, [...new Set(factors)].toSorted((a, b) => a - b)]);
});

test('what is no address is cut to a length that can be kept', () => {
  expect(clientKey('x'.repeat(60_000))).toHaveLength(64);
});

test('clients whose address is no longer known count as one', () => {
  expect([clientKey(undefined), networksOf(undefined)]).toEqual(['', [{ key: '', factor: 1 }]]);
});
