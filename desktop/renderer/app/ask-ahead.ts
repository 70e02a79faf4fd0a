import type { QueryClient } from '@tanstack/react-query';
import type { createBrowserRouter } from 'react-router-dom';
import { currentUserQuery } from '../features/auth/queries.ts';
import { sessionKey } from '../lib/session.ts';

/** The route whose pages need a signed-in person. */
export const SESSION_ROUTE = 'session';

/** Asks who is signed in, and for the first page's list, while the page's code is still loading. */
export function askAhead(router: ReturnType<typeof createBrowserRouter>, queries: QueryClient): void {
  const behindLogin = router.state.matches.some(({ route }) => route.id === SESSION_ROUTE);
  if (!behindLogin || !sessionKey()) return;
  void queries.prefetchQuery(currentUserQuery);
  const { pathname, search } = router.state.location;
  if (pathname !== '/workspaces') return;
  // A page that can't load says so itself.
  import('./behind-login.ts').then(({ askForWorkspaces }) => askForWorkspaces(queries, search)).catch(() => {});
}
