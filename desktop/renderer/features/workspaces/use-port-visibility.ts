import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { RouteInput } from '#shared/api/route.ts';
import type { WorkspacePort } from '#shared/features/workspaces/model.ts';
import { portVisibility } from '#shared/features/workspaces/ports.ts';
import { call } from '../../lib/call.ts';
import { toastSuccess } from '../../ui/toast.ts';
import { workspaceQuery } from './queries.ts';

type Choice = Omit<RouteInput<typeof portVisibility>['body'], 'port'>;

/** Changes who may visit a port. `link` is the public one while this page remembers it: the server tells it once. */
export function usePortVisibility(id: string, port: WorkspacePort) {
  const { t } = useTranslation('ports');
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (choice: Choice) => call(portVisibility, { params: { workspaceID: id }, body: { port, ...choice } }),
    onSettled: () => client.invalidateQueries({ queryKey: workspaceQuery(id).queryKey }),
  });
  const end = () => change.mutate({ visibility: 'private' }, { onSuccess: () => toastSuccess(t('ended')) });
  return { change, link: change.data?.url ?? null, end };
}
