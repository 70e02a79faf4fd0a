import type { ServiceRow } from '#shared/features/services/contract.ts';
import type { WorkspaceRow } from '#shared/features/workspaces/contract.ts';

/** A workspace or a service, with what this person may do with it. */
export interface Thing {
  kind: 'workspaces' | 'services';
  id: string;
  name: string;
  user: string;
  status: WorkspaceRow['workspace_status'];
  /** Frozen with its programs. */
  asleep: boolean;
  /** Where it opens; null if it doesn't. */
  url: string | null;
  may: Pick<WorkspaceRow['may'], 'open' | 'start' | 'stop' | 'delete'>;
  protected: boolean;
}

export function workspaceThing(row: WorkspaceRow): Thing {
  return { ...common(row), kind: 'workspaces', status: row.workspace_status, asleep: row.sleep === 'warm' };
}

export function serviceThing(row: ServiceRow): Thing {
  return { ...common(row), kind: 'services', status: row.service_status, asleep: false };
}

function common(row: WorkspaceRow | ServiceRow): Omit<Thing, 'kind' | 'status' | 'asleep'> {
  const { id, name, user_name: user, url, may, delete_protect_flag } = row;
  return { id, name, user, url, may, protected: delete_protect_flag };
}
