import * as contract from '#shared/features/profile/contract.ts';
import type { RegisterRoutes } from '../routing.ts';
import { changePassword } from './change-password.ts';
import { endOtherSessions } from './end-other-sessions.ts';
import { endSession } from './end-session.ts';
import { listSessions } from './list-sessions.ts';
import { updateProfile } from './update-profile.ts';

const SUCCESS = { success: true as const };

export const profileRoutes: RegisterRoutes = (mount) => {
  mount(contract.updateProfile, async (context, { body }) => {
    await updateProfile(context, body);
    return SUCCESS;
  });
  mount(contract.changePassword, async (context, { body }) => {
    await changePassword(context, body);
    return SUCCESS;
  });
  mount(contract.listSessions, async (context) => ({ sessions: await listSessions(context) }));
  mount(contract.endOtherSessions, async (context) => {
    await endOtherSessions(context);
    return SUCCESS;
  });
  mount(contract.endSession, async (context, { params }) => {
    await endSession(context, { id: params.sessionID });
    return SUCCESS;
  });
};
