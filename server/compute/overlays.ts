import { installationCode } from './bridges.ts';

const PREFIX = 'slipway-overlay-';

/** The network of an organization across machines; organizations of a restored installation have the same ids. */
export function overlayName(installationId: string, organizationId: string): string {
  return `${PREFIX}${installationCode(installationId)}-${organizationId}`;
}

/** Whether a network of this name goes across machines. */
export function isOverlay(network: string): boolean {
  return network.startsWith(PREFIX);
}
