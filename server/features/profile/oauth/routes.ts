import * as contract from '#shared/features/profile/oauth.ts';
import type { RegisterRoutes } from '../../routing.ts';
import { allowClient, getAuthorization, refuseClient } from './answer-client.ts';

/** The person's part. What programs call is in `server/http/oauth.ts`. */
export const oauthRoutes: RegisterRoutes = (mount) => {
  mount(contract.getAuthorization, (context, { query }) => getAuthorization(context, query));
  mount(contract.allowClient, async (context, { body }) => ({
    success: true as const,
    redirect_to: await allowClient(context, body),
  }));
  mount(contract.refuseClient, async (context, { body }) => ({
    success: true as const,
    redirect_to: await refuseClient(context, body.request),
  }));
};
