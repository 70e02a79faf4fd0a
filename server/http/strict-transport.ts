import type { Config } from '../platform/config.ts';

/** Two years, as browsers' own lists ask for. */
const TWO_YEARS_S = 2 * 365 * 24 * 60 * 60;

/**
 * What browsers are told of https (RFC 6797); null without it. The hosts below ours are meant as well, unless workspaces
 * live there: one with `use_ssl` off has http addresses.
 */
export function strictTransport(config: Pick<Config, 'https' | 'publicUrl' | 'workspaceDomain'>): string | null {
  if (!config.https) return null;
  const { hostname } = new URL(config.publicUrl);
  const shared = config.workspaceDomain === hostname || config.workspaceDomain.endsWith(`.${hostname}`);
  return `max-age=${TWO_YEARS_S}${shared ? '' : '; includeSubDomains'}`;
}
