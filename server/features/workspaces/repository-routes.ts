import * as contract from '#shared/features/workspaces/repository.ts';
import { say } from '../../platform/say.ts';
import { changing, done, type RegisterRoutes } from '../routing.ts';
import { cloneAgain } from './clone-again.ts';
import { addDeployKey } from './deploy-keys.ts';
import { getRepository } from './get-repository.ts';
import { lookAtRepository } from './look-at-repository.ts';

/** Mount before the workspaces, whose `{workspaceID}` would match these names too. */
export const repositoryRoutes: RegisterRoutes = (mount) => {
  mount(contract.addDeployKey, async (context) => {
    const { id, publicKey } = await addDeployKey(context);
    return { ...done(say('workspaces.deployKeyCreated')), id, public_key: publicKey };
  });
  mount(contract.lookAtRepository, (context, { body }) =>
    lookAtRepository(context, { gitUrl: body.git_url, gitRef: body.git_ref, deployKeyId: body.deploy_key_id }),
  );
  mount(contract.workspaceRepository, (context, { params }) => getRepository(context, { id: params.workspaceID }));
  mount(contract.cloneAgain, changing('workspaceID', cloneAgain, say('workspaces.cloning')));
};
