import { isLoopback } from '#shared/features/profile/oauth.ts';
import type { Config } from '../../../platform/config.ts';

/** What tokens are for (RFC 8707): the one resource there is. */
export function resourceOf({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return `${publicUrl}/mcp`;
}

/** Left out, it is ours. */
export function isOurs(config: Pick<Config, 'publicUrl'>, resource: string | undefined): boolean {
  return resource === undefined || resource === resourceOf(config);
}

/**
 * Is this one of the addresses that a client registered? To the letter; only the port of a program on the person's own
 * computer is free, because it takes any that nobody uses (RFC 8252, 7.3). Never a page of ours.
 */
export function isRegistered(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  registered: readonly string[],
  asked: string,
): boolean {
  if (!URL.canParse(asked) || new URL(asked).origin === new URL(publicUrl).origin) return false;
  if (registered.includes(asked)) return true;
  if (/[\s\\#@]/.test(asked) || !isLoopback(new URL(asked))) return false;
  return registered.some((each) => isLoopback(new URL(each)) && withoutPort(each) === withoutPort(asked));
}

const withoutPort = (address: string) => address.replace(/^(http:\/\/(?:\[::1\]|[\w.]+))(?::\d{1,5})?/, '$1');
