import { createHash } from 'node:crypto';

/** Says whose a container or network is, where several installations share an engine. */
export const INSTALLATION_LABEL = 'slipway.installation';

/** Five letters and digits that stand for an installation where names are short: in bridges and firewall chains. */
export function installationCode(installationId: string): string {
  return digits(installationId, 5);
}

/** What the bridges of an installation's networks begin with. */
export function bridgePrefix(installationId: string): string {
  return `sw${installationCode(installationId)}`;
}

/** The bridge device of a network, by which the firewall knows whose it is: a device's name may have 15 characters. */
export function bridgeName(network: string, installationId: string): string {
  return `${bridgePrefix(installationId)}${digits(network, 8)}`;
}

/** Bridges of networks that were made before bridges told their installation. */
export function isUnmarked(bridge: string): boolean {
  return /^slip[0-9a-f]{10}$/.test(bridge);
}

function digits(text: string, length: number): string {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 24);
  return BigInt(`0x${hash}`).toString(36).slice(-length).padStart(length, '0');
}
