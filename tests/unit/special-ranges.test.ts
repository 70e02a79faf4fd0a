import { describe, expect, test } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import { isSpecial, parseRange, rangesContain } from '#server/platform/special-ranges.ts';
import { fc } from '#tests/support/fast-check.ts';

/** IANA's special-purpose registries of both families, with multicast: the first and the last address of each range. */
const REGISTRY = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.31.196.0', '192.31.196.255'],
  ['192.52.193.0', '192.52.193.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['192.175.48.0', '192.175.48.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '239.255.255.255'],
  ['240.0.0.0', '255.255.255.255'],
  ['::', '::1'],
  ['::ffff:0.0.0.0', '::ffff:255.255.255.255'],
  ['64:ff9b::', '64:ff9b::255.255.255.255'],
  ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['100::', '100::ffff:ffff:ffff:ffff'],
  ['100:0:0:1::', '100::1:ffff:ffff:ffff:ffff'],
  ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
];

/** The neighbours of those ranges, which are the internet's. */
const PUBLIC = [
  ...['1.0.0.0', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.0'],
  ...['169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '191.255.255.255', '192.0.1.0', '192.0.3.0'],
  ...[
    '192.88.98.255',
    '192.88.100.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
  ],
  ...['2000::', '2001:200::', '2001:db7:ffff::', '2001:db9::', '2003::', '2a00:1450::1', '3ffe:ffff::', '3fff:1000::'],
];

describe('special addresses', () => {
  test('are those of the registries, from the first to the last', () => {
    expect(REGISTRY.flat().filter((address) => !isSpecial(address))).toEqual([]);
    expect(PUBLIC.filter(isSpecial)).toEqual([]);
  });

  test('are known in every way to write them', () => {
    for (const address of ['::ffff:7f00:1', '::FFFF:10.0.0.1', 'fe80::1%eth0', '0:0:0:0:0:0:0:1']) {
      expect(isSpecial(address), address).toBe(true);
    }
  });
});

describe('SLIPWAY_EGRESS_ALLOW', () => {
  const read = (value: string) => readConfig({ SLIPWAY_EGRESS_ALLOW: value }).egressAllow;

  test('lists ranges and addresses of both families', () => {
    expect(read(' 10.1.0.0/16, 192.168.1.5,fd00:1::/64 , fd00::5')).toEqual([
      '10.1.0.0/16',
      '192.168.1.5/32',
      'fd00:1::/64',
      'fd00::5/128',
    ]);
    expect(read('')).toEqual([]);
  });

  test.each([
    '10.1.0.0/33',
    '10.1.0.0/',
    '10.1.0.0/16/8',
    '10.1/16',
    'fd00::/129',
    'fe80::1%eth0',
    'example.com',
    '10.0.0.1 -j ACCEPT',
    '10.0.0.0/-1',
    '10.0.0.0/1e1',
  ])('refuses %j', (value) => {
    expect(() => read(value)).toThrow(/SLIPWAY_EGRESS_ALLOW must list ranges/);
  });

  test('takes no text that is more than a range: it becomes part of firewall rules', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parseRange(text) ?? '0/0').toMatch(/^[0-9a-fA-F.:]+\/\d{1,3}$/);
      }),
    );
  });

  test('contains its own addresses', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
        const range = parseRange(address);
        expect(range && rangesContain([range])(address)).toBe(true);
      }),
    );
  });
});
