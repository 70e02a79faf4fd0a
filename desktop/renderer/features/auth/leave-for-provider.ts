import type { Provider } from '#shared/features/auth/federated.ts';
import { call } from '../../lib/call.ts';
import { getStateToken } from './first-routes.ts';

const REDIRECT_KEY = 'slipway.login-redirect';

/** Gets a state token and goes to the provider's page. @throws ApiError if there is no token */
export async function leaveForProvider(
  provider: Provider,
  options: { redirect?: string; link?: boolean },
): Promise<void> {
  const { authorize_url } = await call(getStateToken, {
    query: { provider, link: options.link ? ('true' as const) : undefined },
  });
  if (options.redirect) sessionStorage.setItem(REDIRECT_KEY, options.redirect);
  window.location.assign(authorize_url);
}

/** The login's target at the time the browser left for the provider. */
export function redirectBeforeLeaving(): string | null {
  return sessionStorage.getItem(REDIRECT_KEY);
}

export function forgetRedirect(): void {
  sessionStorage.removeItem(REDIRECT_KEY);
}
