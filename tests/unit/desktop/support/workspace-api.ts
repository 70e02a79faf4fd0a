import { getWorkspace, type Workspace } from '#shared/features/workspaces/contract.ts';
import type { Api } from '../../../../desktop/main/api.ts';

/** What the desktop app takes from a workspace. */
type Known = Pick<Workspace, 'id' | 'name' | 'slug' | 'ssh_key_id' | 'ssh'> & { may: Pick<Workspace['may'], 'open'> };

/** An API that knows one workspace. */
export function workspaceApi(change: Partial<Known>): Api {
  const workspace: Known = {
    id: 'workspace-1',
    name: 'My shop',
    slug: 'my-shop',
    ssh_key_id: null,
    ssh: { host: '127.0.0.1', port: 22, user: 'my-shop', command: 'ssh my-shop@127.0.0.1', host_keys: [] },
    may: { open: true },
    ...change,
  };
  return {
    ask: () => Promise.reject(new Error('Nothing is asked without a session here.')),
    async call(route, input) {
      const { workspaceID } = (input?.params ?? {}) as { workspaceID?: string };
      if (route.path !== getWorkspace.path || workspaceID !== workspace.id) throw new Error(`Unexpected ${route.path}`);
      return workspace as never;
    },
  };
}
