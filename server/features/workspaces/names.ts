/** One web terminal for each person in a workspace, so that two people don't type into each other's. */
export function terminalName(userId: string): string {
  return `web-${userId}`;
}

export function containerName(workspaceId: string): string {
  return `slipway-ws-${workspaceId}`;
}
