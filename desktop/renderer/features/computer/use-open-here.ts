import { useMutation, useQuery } from '@tanstack/react-query';
import type { Program } from '#shared/desktop/calls/open-local.ts';
import type { DesktopApi } from '../../lib/platform/desktop-api.ts';
import { preferencesQuery, useChangePreferences } from './queries.ts';

/** Opens a workspace in a program on this computer, and remembers which. */
export function useOpenHere(desktop: DesktopApi, workspaceId: string) {
  const { data: preferences } = useQuery(preferencesQuery(desktop));
  const { mutate: change } = useChangePreferences(desktop);
  const open = useMutation({
    mutationFn: (program: Program) => desktop.call('open.workspace', { workspaceId, program }),
    onSuccess: (_, program) => change({ program }),
  });
  return { open, preferences, change };
}
