import { BlockList, isIP } from 'node:net';

const PRIVATE = new BlockList();
for (const [net, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  PRIVATE.addSubnet(net, prefix, 'ipv4');
}
for (const [net, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  PRIVATE.addSubnet(net, prefix, 'ipv6');
}
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|home\.arpa)$/;

/** Is this host of a URL on this computer or in a private network? Names without a dot are never on the internet. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  const version = isIP(host);
  if (version !== 0) return PRIVATE.check(host, version === 6 ? 'ipv6' : 'ipv4');
  return PRIVATE_NAME.test(host) || (host !== '' && !host.includes('.'));
}
