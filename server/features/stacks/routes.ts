import * as contract from '#shared/features/services/contract.ts';
import { say } from '../../platform/say.ts';
import { done, type RegisterRoutes } from '../routing.ts';
import { launchStack } from './launch-stack.ts';
import { snapshotStack } from './snapshot-stack.ts';

/** Mount before the services, whose `{organizationServiceID}` would match these names too. */
export const stackRoutes: RegisterRoutes = (mount) => {
  mount(contract.snapshotStack, async (context, { body }) => {
    const { stackId } = await snapshotStack(context, { workspaceId: body.workspace_id });
    return {
      ...done(say('stacks.snapshotStarted')),
      stackID: stackId,
    };
  });
  mount(contract.launchStack, async (context, { body }) => {
    const { workspaceId, serviceIds } = await launchStack(context, { stackId: body.stack_id, name: body.name });
    return { ...done(say('stacks.created')), workspaceID: workspaceId, organizationServiceIDs: serviceIds };
  });
};
