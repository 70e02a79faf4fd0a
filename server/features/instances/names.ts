export { INSTALLATION_LABEL } from '../../compute/bridges.ts';

/** Labels on the engine: they say what belongs to what, whatever was lost elsewhere. */
export const WORKSPACE_LABEL = 'slipway.workspace';
export const SERVICE_LABEL = 'slipway.service';
export const ORGANIZATION_LABEL = 'slipway.organization';

/** The private network of an organization on an engine. */
export function networkName(organizationId: string): string {
  return `slipway-${organizationId}`;
}

const CONTAINERS = { workspace: 'slipway-ws-', service: 'slipway-svc-' };

export function containerName(word: keyof typeof CONTAINERS, id: string): string {
  return CONTAINERS[word] + id;
}
