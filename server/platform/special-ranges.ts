import { BlockList, isIP } from 'node:net';

/**
 * Addresses that aren't public: IANA's special-purpose registry, multicast, and reserved ranges. Routed ranges of the
 * registry (AS112, AMT) are included: no repository or program needs them.
 */
export const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];

/** Only 2000::/3 is allocated to the internet; the first three cover the rest, the others are special within it. */
export const SPECIAL_IPV6 = [
  '::/3',
  '4000::/2',
  '8000::/1',
  '2001::/23',
  '2001:db8::/32',
  // 6to4 can embed any IPv4 address.
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
];

/** @returns `10.1.0.0/16` or `fd00::5/128`, as written; null if it is neither a range nor an address */
export function parseRange(text: string): string | null {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = isIP(address) === 4 ? 32 : 128;
  if (!isIP(address) || address.includes('%') || rest.length > 0) return null;
  if (prefix === undefined) return `${address}/${bits}`;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits ? text : null;
}

/** Is the address in any of the ranges from `parseRange`? */
export function rangesContain(ranges: readonly string[]): (address: string) => boolean {
  // A mixed list would match every IPv4 address in ::/3, by its IPv6 form.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/');
    const family = familyOf(network);
    lists[family].addSubnet(network, Number(prefix), family);
  }
  return (address) => {
    const plain = address.replace(/%.*$/, '');
    const family = familyOf(plain);
    // ::ffff:7f00:1 is also the IPv4 address it stands for.
    return lists[family].check(plain, family) || lists.ipv4.check(plain, family);
  };
}

export const isSpecial: (address: string) => boolean = rangesContain([...SPECIAL_IPV4, ...SPECIAL_IPV6]);

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
