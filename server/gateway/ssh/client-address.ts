const IPV4_INSIDE = /^::ffff:(?=\d+\.)/i;
const GROUPS_OF_A_NETWORK = 4;

/** The address limits count: an IPv4 address, or the /64 of one IPv6 subscriber, as `2001:db8:0:1::/64`. */
export function clientAddress(remoteAddress: string | undefined): string {
  const address = (remoteAddress ?? 'unknown').replace(IPV4_INSIDE, '');
  if (!address.includes(':')) return address;
  const [front = '', back] = address.replace(/%.*$/, '').split('::');
  const before = front.split(':').filter(Boolean);
  const after = (back ?? '').split(':').filter(Boolean);
  const zeros = back === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  const groups = [...before, ...zeros, ...after].slice(0, GROUPS_OF_A_NETWORK);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
