import type { QueryClient } from '@tanstack/react-query';
import type { createBrowserRouter } from 'react-router-dom';
import { currentUserQuery } from '../features/auth/queries.ts';
import { sessionKey } from '../lib/session.ts';

/** The route whose pages need a signed-in person. */
export const SESSION_ROUTE = 'session';

/** Asks who is signed in while the page's code is still loading. */
export function askWhoIsSignedIn(router: ReturnType<typeof createBrowserRouter>, queries: QueryClient): void {
  const behindLogin = router.state.matches.some(({ route }) => route.id === SESSION_ROUTE);
  if (behindLogin && sessionKey()) void queries.prefetchQuery(currentUserQuery);
}
