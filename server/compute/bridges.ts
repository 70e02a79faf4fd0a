import { createHash } from 'node:crypto';

/** Label that says who owns a container or network when several installations share an engine. */
export const INSTALLATION_LABEL = 'slipway.installation';

/** Five letters and digits for an installation where names are short: bridges and firewall chains. */
export function installationCode(installationId: string): string {
  return digits(installationId, 5);
}

/** Prefix of the bridges of an installation's networks. */
export function bridgePrefix(installationId: string): string {
  return `sw${installationCode(installationId)}`;
}

/** The bridge device of a network, by which the firewall knows its owner. Device names have at most 15 characters. */
export function bridgeName(network: string, installationId: string): string {
  return `${bridgePrefix(installationId)}${digits(network, 8)}`;
}

/** Bridges of networks created before bridge names carried their installation. */
export function isUnmarked(bridge: string): boolean {
  return /^slip[0-9a-f]{10}$/.test(bridge);
}

function digits(text: string, length: number): string {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 24);
  return BigInt(`0x${hash}`).toString(36).slice(-length).padStart(length, '0');
}
