import type { Config } from '../platform/config.ts';

/** Two years, as browsers' preload lists require. */
const TWO_YEARS_S = 2 * 365 * 24 * 60 * 60;

/**
 * The HSTS header (RFC 6797); null without https. Includes subdomains, unless workspaces live below our host: with
 * `use_ssl` off they have http addresses.
 */
export function strictTransport(config: Pick<Config, 'https' | 'publicUrl' | 'workspaceDomain'>): string | null {
  if (!config.https) return null;
  const { hostname } = new URL(config.publicUrl);
  const shared = config.workspaceDomain === hostname || config.workspaceDomain.endsWith(`.${hostname}`);
  return `max-age=${TWO_YEARS_S}${shared ? '' : '; includeSubDomains'}`;
}
