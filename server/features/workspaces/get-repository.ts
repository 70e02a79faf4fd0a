import type { RouteResponse } from '#shared/api/route.ts';
import type { workspaceRepository } from '#shared/features/workspaces/repository.ts';
import type { Context } from '../context.ts';
import { findInstance } from '../instances/index.ts';
import { mayManage } from './access.ts';
import { findDeployKey } from './deploy-keys.ts';
import { workspaceKind } from './kind.ts';

/** The repository of a workspace and how cloning went. @throws NotFound */
export async function getRepository(
  { actor, db }: Context,
  input: { id: string },
): Promise<RouteResponse<typeof workspaceRepository>> {
  const workspace = await findInstance(db, workspaceKind, actor, input.id);
  const key = await findDeployKey(db, workspace.id);
  const { gitUrl, cloneStatus, cloneDetail, status } = workspace;
  return {
    git_url: gitUrl,
    clone_status: cloneStatus,
    clone_detail: cloneDetail,
    deploy_key: key?.publicKey ?? null,
    may: { clone: cloneStatus === 'refused' && status === 'Active' && mayManage(actor, workspace) },
  };
}
