import { BlockList, isIP } from 'node:net';
import type { Config } from './config.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** A key of Stripe's test mode takes cards that charge nobody, as our stand-in does. */
export function isLiveKey(stripeKey: string | undefined): boolean {
  return /^[sr]k_live_/.test(stripeKey ?? '');
}

/** Can others open this installation, although what they buy there charges nobody? */
export function chargesNobodyInPublic({ publicUrl, stripeKey }: Pick<Config, 'publicUrl' | 'stripeKey'>): boolean {
  return !isLiveKey(stripeKey) && !isThisMachine(new URL(publicUrl).hostname);
}

/** @param hostname as in a URL: lower case, IPv6 in brackets */
function isThisMachine(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const version = isIP(name);
  if (version) return loopback.check(name, version === 6 ? 'ipv6' : 'ipv4');
  return name === 'localhost' || name.endsWith('.localhost');
}
