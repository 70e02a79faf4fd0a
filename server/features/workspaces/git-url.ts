import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { ValidationError } from '../../platform/errors.ts';

export interface GitSource {
  /** Without user name and password when they are credentials. */
  url: string;
  /** `user:password` as they stood in the URL, still percent-encoded; null without. */
  credentials: string | null;
}

export type Resolve = (host: string) => Promise<{ address: string }[]>;

const REASONS = {
  form: 'Please enter an address like https://host/path.git or git@host:path.git.',
  password: 'Leave the password out: an ssh address works with keys only.',
  unknownHost: (host: string) => `The host ${host} can’t be found.`,
  privateHost: (host: string) => `The host ${host} is in a private network and can’t be used here.`,
};

/**
 * Checks the address of a repository (decisions §4): https, ssh or git@ only, and no host in a loopback, link-local or
 * private range by any of its addresses, unless the operator allows those.
 * @throws ValidationError on `git_url`
 */
export async function parseGitUrl(
  text: string,
  options: { allowPrivateHosts: boolean; resolve?: Resolve },
): Promise<GitSource> {
  const { url, credentials, host } = split(text);
  if (!options.allowPrivateHosts) await mustBePublic(host, options.resolve ?? ((name) => lookup(name, { all: true })));
  return { url, credentials };
}

function split(text: string): GitSource & { host: string } {
  // Spaces, control characters and backslashes are in no address and confuse whoever reads it next.
  if (!/^[\x21-\x5b\x5d-\x7e]+$/.test(text) || text.startsWith('-')) throw refuse(REASONS.form);
  const short = /^([a-z_][\w.-]*)@([a-z0-9][a-z0-9.-]*):(?!\/\/)(?!-)(.+)$/i.exec(text);
  if (short) return { url: text, credentials: null, host: short[2] ?? '' };
  if (!/^(https|ssh):\/\/[^/]/i.test(text) || !URL.canParse(text)) throw refuse(REASONS.form);
  const url = new URL(text);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!host || host.startsWith('-') || url.pathname.length < 2) throw refuse(REASONS.form);
  if (url.protocol === 'ssh:') {
    if (url.password) throw refuse(REASONS.password);
    if (url.username.startsWith('-')) throw refuse(REASONS.form);
    return { url: url.href, credentials: null, host };
  }
  const credentials = url.username ? `${url.username}:${url.password}` : null;
  url.username = '';
  url.password = '';
  return { url: url.href, credentials, host };
}

async function mustBePublic(host: string, resolve: Resolve): Promise<void> {
  const addresses = isIP(host) ? [{ address: host }] : await resolve(host).catch(() => []);
  if (addresses.length === 0) throw refuse(REASONS.unknownHost(host));
  if (addresses.some(({ address }) => isPrivate(address))) throw refuse(REASONS.privateHost(host));
}

const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  // Unspecified, loopback and IPv4-compatible.
  ['::', 96],
  // Translated IPv4 and 6to4 can stand for any of the above.
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv6');
}

function isPrivate(address: string): boolean {
  const plain = address.replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped) return PRIVATE.check(mapped, 'ipv4');
  // BlockList reads hexadecimal ::ffff:7f00:1 as the IPv4 address it is.
  return PRIVATE.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}

function refuse(reason: string): ValidationError {
  return new ValidationError({ git_url: reason });
}
