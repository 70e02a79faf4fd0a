import type { Config } from './config.ts';

/**
 * A cookie name with the prefix that keeps sibling hosts and plain http from planting it. Browsers require https for
 * it, so without https the name stays plain.
 */
export function hostCookie({ https }: Pick<Config, 'https'>, name: string): string {
  return https ? `__Host-${name}` : name;
}
