import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useCurrentUser } from '../../features/auth/index.ts';
import { forget, type Recent, recentOwner, remember } from '../../features/search/index.ts';
import { ApiError } from '../../lib/api-error.ts';

const PAGE = /^\/(workspaces|services|hosts)\/edit\/([^/]+)/;
const ICONS: Record<string, Recent['icon']> = { workspaces: 'workspace', services: 'service', hosts: 'host' };

/** Remembers what somebody opens, for the palette, as soon as its name is known; forgets what isn't there. */
export function useVisits(): void {
  const owner = recentOwner(useCurrentUser());
  const cache = useQueryClient().getQueryCache();
  const [path, kind = '', id = ''] = PAGE.exec(useLocation().pathname) ?? [];
  useEffect(() => {
    const icon = ICONS[kind];
    if (!path || !icon) return;
    const look = () => {
      const state = cache.find<{ name: string }>({ queryKey: [kind, 'one', id] })?.state;
      if (state?.error instanceof ApiError && state.error.notFound) forget(owner, path);
      else if (state?.data) remember(owner, { heading: state.data.name, icon, text: '', url: path });
    };
    look();
    return cache.subscribe(({ type, query }) => {
      if (type === 'updated' && query.queryKey[0] === kind && query.queryKey[2] === id) look();
    });
  }, [cache, owner, path, kind, id]);
}
