export function containerName(workspaceId: string): string {
  return `slipway-ws-${workspaceId}`;
}
