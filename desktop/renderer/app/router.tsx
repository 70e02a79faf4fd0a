import { createBrowserRouter } from 'react-router-dom';
import { reportPageFailure } from '../lib/page-failure.ts';
import { loginPath } from '../lib/paths.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { endSession, useSession } from '../lib/session.ts';
import { documentName } from '../ui/use-document-title.ts';
import { followPageViews } from './page-views.ts';
import { routes } from './routes.tsx';

export const router = createBrowserRouter(routes);
followPageViews(router);

/** Any failed load of the user or of a page's data leads to the login page. */
export const queryClient = createQueryClient({
  onUnauthenticated: () => void endSession(),
  onPageFailure(error) {
    const { pathname, search, hash } = router.state.location;
    if (pathname === '/login') return;
    const path = `${pathname}${search}${hash}`;
    reportPageFailure({ path, page: documentName() ?? pathname, message: error.message });
    void router.navigate(loginPath(path), { replace: true });
  },
});

// The next person to sign in must not see what the last one could.
useSession.subscribe((now, before) => {
  if (now.key !== before.key) queryClient.clear();
});
