import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isPublicAddress } from './public-address.ts';

const PUBLIC = [
  '8.8.8.8',
  '1.1.1.1',
  '193.5.93.1',
  '2001:4860:4860::8888',
  '2a02:1368:1::1',
  '2606:4700::1111',
  '2c0f:fb50::1',
  // The letters of ISATAP where they mean nothing.
  '2a02:5efe:0:5efe::1',
  '2a02:1368:1:0:1:5efe:a00:1',
];

it.each(PUBLIC)('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

const NOT_PUBLIC = [
  ['this network', '0.0.0.0'],
  ['private', '10.0.0.1'],
  ['shared', '100.64.0.1'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['link-local, metadata', '169.254.169.254'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['protocol assignments', '192.0.0.1'],
  ['documentation', '192.0.2.1'],
  ['private', '192.168.1.1'],
  ['benchmarking', '198.18.0.1'],
  ['documentation', '203.0.113.7'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['a cloud’s control address', '168.63.129.16'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['IPv4-compatible loopback', '::7f00:1'],
  ['IPv4-mapped loopback', '::ffff:7f00:1'],
  ['IPv4-mapped loopback, dotted', '::ffff:127.0.0.1'],
  ['IPv4-mapped public', '::ffff:8.8.8.8'],
  ['translated loopback', '64:ff9b::7f00:1'],
  ['translated loopback, local prefix', '64:ff9b:1::7f00:1'],
  ['discard', '100::1'],
  ['dummy prefix', '100:0:0:1::1'],
  ['outside 2000::/3', '4000::1'],
  ['6to4 of loopback', '2002:7f00:1::'],
  ['6to4 of a private network', '2002:a00:1::1'],
  ['6to4 relay', '192.88.99.1'],
  ['Teredo', '2001:0:7f00:1::'],
  ['benchmarking', '2001:2::1'],
  ['identifiers, deprecated', '2001:10::1'],
  ['identifiers', '2001:20::1'],
  ['drones’ identifiers', '2001:30::1'],
  ['documentation, the newer block', '3fff:fff::1'],
  ['segment routing', '5f00::1'],
  ['6bone, given back', '3ffe:1900:4545::1'],
  ['never assigned', '2d00::1'],
  ['never assigned', '2fff::1'],
  ['never assigned', '3abc::1'],
  ['ISATAP of loopback', '2a02:1368:1:0:0:5efe:7f00:1'],
  ['ISATAP of a private network, dotted', '2a02:1368:1::5efe:10.0.0.1'],
  ['ISATAP, marked unique', '2a02:1368:1::200:5efe:192.168.1.1'],
  ['ISATAP, marked as a group', '2a02:1368:1::300:5efe:192.168.1.1'],
  ['documentation', '2001:db8::1'],
  ['unique local', 'fd00::1'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['public with a zone', '2606:4700::1%1'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
  ['octal', '0177.0.0.1'],
  ['hexadecimal', '0x7f.0.0.1'],
  ['a single number', '2130706433'],
  ['three parts', '127.0.1'],
  ['no number', 'example.test'],
  ['nothing', ''],
] as const;

it.each(NOT_PUBLIC)('%s: %s is not', (_what, address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it('our own public addresses are not, however they are spelled', () => {
  expect(isPublicAddress('8.8.8.8', ['8.8.8.8'])).toBe(false);
  expect(isPublicAddress('2606:4700:0:0:0:0:0:1', ['2606:4700::1'])).toBe(false);
  expect(isPublicAddress('2606:4700::2', ['2606:4700::1'])).toBe(true);
});

it('no IPv6 address outside 2000::/3 is public, and no IPv4 one of the private blocks', () => {
  const group = fc.integer({ min: 0, max: 0xffff });
  const outside = group.filter((first) => first < 0x2000 || first > 0x3fff);
  fc.assert(
    fc.property(outside, fc.array(group, { minLength: 7, maxLength: 7 }), (first, rest) => {
      expect(isPublicAddress([first, ...rest].map((part) => part.toString(16)).join(':'))).toBe(false);
    }),
  );
  const byte = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(
      fc.constantFrom('10', '127', '0', '192.168', '169.254', '172.20'),
      byte,
      byte,
      byte,
      (start, a, b, c) => {
        const parts = [...start.split('.'), a, b, c].slice(0, 4);
        expect(isPublicAddress(parts.join('.'))).toBe(false);
      },
    ),
  );
});
