import type { z } from 'zod';
import { getWorkspace } from '#shared/features/workspaces/contract.ts';
import type { Api } from '../../../../desktop/main/api.ts';

type Workspace = z.output<(typeof getWorkspace)['response']>;

/** An API that knows one workspace, answering in the contract's own shape. */
export function workspaceApi(change: Partial<Workspace>): Api {
  const workspace: Workspace = {
    id: 'workspace-1',
    name: 'My shop',
    slug: 'my-shop',
    user_id: 'user',
    user_name: 'Ada',
    workspace_status: 'Active',
    url: 'http://my-shop.localhost',
    server_id: 'shared',
    server_name: 'Shared',
    language: 'none',
    language_name: 'None',
    database: 'none',
    database_name: 'None',
    cpu_cores: 1,
    memory_gb: 1.5,
    disk_gb: 10,
    disk_display: '10 GB',
    delete_protect_flag: false,
    keepalive_flag: false,
    last_access_date: null,
    create_date: '2026-01-01T00:00:00Z',
    ssh_key_id: null,
    ssh_key_name: null,
    ssh: { host: '127.0.0.1', port: 22, user: 'my-shop', command: 'ssh my-shop@127.0.0.1' },
    git_url: null,
    database_password: null,
    database_user: null,
    status_changes: [],
    may: { open: true, start: true, stop: true, edit: true, delete: true, snapshot: true, restore: true },
    ...change,
  };
  return {
    async call(route, input) {
      const { workspaceID } = (input?.params ?? {}) as { workspaceID?: string };
      if (route.path !== getWorkspace.path || workspaceID !== workspace.id) throw new Error(`Unexpected ${route.path}`);
      return route.response.parse(workspace) as never;
    },
  };
}
