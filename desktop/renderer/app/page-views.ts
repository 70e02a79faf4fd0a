import type { createBrowserRouter } from 'react-router-dom';

declare global {
  interface Window {
    dataLayer?: object[];
  }
}

/** Pushes page views to the analytics data layer, and nowhere else. */
export function followPageViews(router: ReturnType<typeof createBrowserRouter>): void {
  let last: string | undefined;
  const push = (path: string) => {
    if (path === last) return;
    last = path;
    window.dataLayer ??= [];
    window.dataLayer.push({ event: 'page_view', page_path: path });
  };
  push(router.state.location.pathname);
  router.subscribe(({ location, navigation }) => {
    if (navigation.state === 'idle') push(location.pathname);
  });
}
