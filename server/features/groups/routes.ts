import * as contract from '#shared/features/groups/contract.ts';
import type { RegisterRoutes } from '../routing.ts';
import { addGroup } from './add-group.ts';
import { deleteGroup } from './delete-group.ts';
import { getGroup } from './get-group.ts';
import { listGroups } from './list-groups.ts';
import { restoreGroup } from './restore-group.ts';
import type { GroupSecrets } from './secrets-of-groups.ts';
import { updateGroup } from './update-group.ts';

const done = { success: true as const };

export const groupRoutes =
  (secrets: GroupSecrets): RegisterRoutes =>
  (mount) => {
    mount(contract.listGroups, (context, { query }) => listGroups(context, query));
    mount(contract.getGroup, (context, { params }) => getGroup(context, { id: params.groupID }));
    mount(contract.addGroup, async (context, { body }) => {
      const { id } = await addGroup(context, body);
      return { ...done, errors: [], groupID: id };
    });
    mount(contract.updateGroup, async (context, { params, body }) => {
      await updateGroup(context, { ...body, id: params.groupID });
      return done;
    });
    mount(contract.deleteGroup, async (context, { params }) => {
      await deleteGroup(context, secrets, { id: params.groupID });
      return done;
    });
    mount(contract.restoreGroup, async (context, { params }) => {
      await restoreGroup(context, secrets, { id: params.groupID });
      return done;
    });
  };
