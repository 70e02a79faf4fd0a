import * as contract from '#shared/features/users/contract.ts';
import type { RegisterRoutes } from '../routing.ts';
import { acceptInvite } from './accept-invite.ts';
import { addUser } from './add-user.ts';
import { deleteUser } from './delete-user.ts';
import { getUser } from './get-user.ts';
import { inviteUsers } from './invite-users.ts';
import { listDropdown, listEmployees, listUserGroups, lookUpUsers } from './list-choices.ts';
import { listUsers } from './list-users.ts';
import { resendInvite } from './resend-invite.ts';
import { restoreUser } from './restore-user.ts';
import { updateUser } from './update-user.ts';

const done = { success: true as const };

export const userRoutes: RegisterRoutes = (mount) => {
  mount(contract.listUsers, (context, { query }) => listUsers(context, query));

  // Before {userID}, which would match these names too.
  mount(contract.usersDropdown, (context, { query }) => listDropdown(context, query));
  mount(contract.usersLookup, (context, { query }) => lookUpUsers(context, query));
  mount(contract.employees, async (context) => ({ items: await listEmployees(context) }));
  mount(contract.userGroups, async (context) => ({ items: await listUserGroups(context) }));
  mount(contract.acceptInvite, async (context, { query }) => {
    await acceptInvite(context, { token: query.invite_token });
    return done;
  });

  mount(contract.addUser, async (context, { body }) => {
    const { userId, charge } = await addUser(context, body);
    return { ...done, errors: [], userID: userId, charge };
  });
  mount(contract.inviteUsers, async (context, { body }) => ({ ...done, ...(await inviteUsers(context, body)) }));
  mount(contract.getUser, (context, { params }) => getUser(context, { id: params.userID }));
  mount(contract.updateUser, async (context, { params, body }) => {
    const { username } = await updateUser(context, { ...body, id: params.userID });
    return { ...done, username };
  });
  mount(contract.deleteUser, async (context, { params, body }) => {
    await deleteUser(context, { id: params.userID, heirId: body.user_id });
    return done;
  });
  mount(contract.restoreUser, async (context, { params, body }) => {
    const charge = await restoreUser(context, { ...body, id: params.userID });
    return { ...done, charge };
  });
  mount(contract.resendInvite, async (context, { params }) => {
    await resendInvite(context, { id: params.userID });
    return done;
  });
};
