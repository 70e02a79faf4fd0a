import * as contract from '#shared/features/activity/contract.ts';
import type { RegisterRoutes } from '../routing.ts';
import { getUserActivity } from './get-user-activity.ts';
import { getWorkspaceActivity } from './get-workspace-activity.ts';

export const activityRoutes: RegisterRoutes = (mount) => {
  mount(contract.workspaceActivity, (context, { params, query }) =>
    getWorkspaceActivity(context, { id: params.workspaceID, ...query }),
  );
  mount(contract.userActivity, (context, { params, query }) =>
    getUserActivity(context, { id: params.userID, ...query }),
  );
};
