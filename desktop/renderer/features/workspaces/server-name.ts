import type { WorkspaceRow } from '#shared/features/workspaces/contract.ts';
import { serverText } from '../../lib/server-text.ts';

/** Where a workspace runs: a host by its name. */
export function serverName({ server_id, server_name }: Pick<WorkspaceRow, 'server_id' | 'server_name'>): string {
  return server_id === 'shared' ? serverText(server_name) : server_name;
}
