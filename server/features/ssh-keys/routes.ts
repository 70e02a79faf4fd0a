import * as contract from '#shared/features/ssh-keys/contract.ts';
import type { RegisterRoutes } from '../routing.ts';
import { addSshKey } from './add-ssh-key.ts';
import { deleteSshKey } from './delete-ssh-key.ts';
import { getSshKey } from './get-ssh-key.ts';
import { issueCertificate } from './issue-certificate.ts';
import { listSshKeys } from './list-ssh-keys.ts';
import { renameSshKey } from './rename-ssh-key.ts';

export const sshKeyRoutes: RegisterRoutes = (mount) => {
  mount(contract.listSshKeys, async (context, { query }) => ({
    sshKeys: await listSshKeys(context, { userId: query.user_id }),
  }));
  mount(contract.getSshKey, (context, { params }) => getSshKey(context, { id: params.sshKeyID }));
  mount(contract.addSshKey, async (context, { body }) => {
    const { id } = await addSshKey(context, { name: body.name, publicKey: body.public_key });
    return { success: true as const, sshKeyID: id };
  });
  mount(contract.updateSshKey, async (context, { params, body }) => {
    await renameSshKey(context, { id: params.sshKeyID, name: body.name });
    return { success: true as const };
  });
  mount(contract.deleteSshKey, async (context, { params }) => {
    await deleteSshKey(context, { id: params.sshKeyID });
    return { success: true as const };
  });
  mount(contract.issueSshCertificate, async (context, { body }) => {
    const { certificate, until } = await issueCertificate(context, {
      publicKey: body.public_key,
      minutes: body.minutes,
    });
    return { success: true as const, certificate, end_date: until.toISOString() };
  });
};
