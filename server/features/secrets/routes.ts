import { isManager } from '#shared/features/auth/model.ts';
import * as contract from '#shared/features/secrets/contract.ts';
import { administeredGroups } from '../groups/index.ts';
import type { RegisterRoutes } from '../routing.ts';
import { addSecret } from './add-secret.ts';
import { deleteSecret } from './delete-secret.ts';
import { listDeletedSecrets, listSecrets } from './list-secrets.ts';
import { restoreSecret } from './restore-secret.ts';
import { updateSecret } from './update-secret.ts';

const done = { success: true as const };

export const secretRoutes: RegisterRoutes = (mount) => {
  mount(contract.listSecretPlaces, async ({ actor, db }) => ({
    organization: isManager(actor),
    groups: await administeredGroups(db, actor),
  }));
  mount(contract.listSecrets, async (context, { query }) => {
    const whose = { owner: query.owner, groupId: query.group_id };
    return { secrets: await listSecrets(context, whose), deleted: await listDeletedSecrets(context, whose) };
  });
  mount(contract.addSecret, async (context, { body }) => {
    const { group_id: groupId, ...rest } = body;
    return { ...done, secretID: (await addSecret(context, { ...rest, groupId })).id };
  });
  mount(contract.updateSecret, async (context, { params, body }) => {
    await updateSecret(context, { id: params.secretID, ...body });
    return done;
  });
  mount(contract.deleteSecret, async (context, { params }) => {
    await deleteSecret(context, { id: params.secretID });
    return done;
  });
  mount(contract.restoreSecret, async (context, { params }) => {
    await restoreSecret(context, { id: params.secretID });
    return done;
  });
};
