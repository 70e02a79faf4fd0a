import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { readRepositoryAddress, refName } from '#shared/features/workspaces/repository-address.ts';
import type { Config } from '../../platform/config.ts';
import { ValidationError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { isSpecial, rangesContain } from '../../platform/special-ranges.ts';

export interface GitSource {
  /** Without user name and password if they are credentials. */
  url: string;
  /** `user:password` as in the URL, still percent-encoded; null without. */
  credentials: string | null;
  /** What to check out, see `RepositoryAddress`. */
  ref: string | null;
}

/** What the operator lets workspaces reach. */
export type Reach = Pick<Config, 'egressAllow' | 'gitAllowPrivateHosts'>;
export type Resolve = (host: string) => Promise<{ address: string }[]>;

const REASONS = {
  form: say('workspaces.gitUrlExample'),
  password: say('workspaces.sshUrlPassword'),
  unknownHost: (host: string) => say('workspaces.gitHostMissing', { host }),
  privateHost: (host: string) => say('workspaces.gitHostPrivate', { host }),
};

/**
 * Checks a repository's address: https, ssh or git@ only, and no host with an address that workspaces can't reach
 * (loopback, private, special), unless the operator allows it.
 * @throws ValidationError on `git_url`
 */
export async function parseGitUrl(
  text: string,
  { config, resolve = resolveHost, ref: asked }: { config: Reach; resolve?: Resolve; ref?: string | undefined },
): Promise<GitSource> {
  const { url: address, ref } = readRepositoryAddress(text);
  const { url, credentials, host } = split(address);
  if (asked && ref && asked !== ref)
    throw new ValidationError({ git_ref: say('workspaces.refTwice', { ref: refName(ref) }) });
  if (!config.gitAllowPrivateHosts) await findReachable(host, { allow: config.egressAllow, resolve });
  return { url, credentials, ref: ref ?? asked ?? null };
}

function resolveHost(name: string): Promise<{ address: string }[]> {
  return lookup(name, { all: true });
}

function split(text: string): Omit<GitSource, 'ref'> & { host: string } {
  // No address contains spaces, control characters or backslashes, and they confuse the next parser.
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

/** The addresses of a host, all of which workspaces can reach. @throws ValidationError on `git_url` */
export async function findReachable(
  host: string,
  { allow, resolve = resolveHost }: { allow: string[]; resolve?: Resolve },
): Promise<string[]> {
  const isAllowed = rangesContain(allow);
  const addresses = isIP(host) ? [{ address: host }] : await resolve(host).catch(() => []);
  if (addresses.length === 0) throw refuse(REASONS.unknownHost(host));
  if (addresses.some(({ address }) => isSpecial(address) && !isAllowed(address)))
    throw refuse(REASONS.privateHost(host));
  return addresses.map(({ address }) => address);
}

function refuse(reason: string): ValidationError {
  return new ValidationError({ git_url: reason });
}
