/** Names and labels on the engine: they say what belongs to what, whatever was lost elsewhere. */
export const INSTALLATION_LABEL = 'slipway.installation';
export const WORKSPACE_LABEL = 'slipway.workspace';
export const ORGANIZATION_LABEL = 'slipway.organization';

export function containerName(workspaceId: string): string {
  return `slipway-ws-${workspaceId}`;
}

export function networkName(organizationId: string): string {
  return `slipway-${organizationId}`;
}
