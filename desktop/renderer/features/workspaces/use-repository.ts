import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { rooms } from '#shared/api/rooms.ts';
import { cloneAgain, workspaceRepository } from '#shared/features/workspaces/repository.ts';
import { call } from '../../lib/call.ts';
import { POLL_MS } from '../../lib/poll.ts';
import { useRoom } from '../../lib/socket.ts';
import { workspaceMessagesQuery, workspacesKey } from './queries.ts';

function repositoryQuery(id: string) {
  return queryOptions({
    queryKey: [...workspacesKey, 'repository', id],
    queryFn: ({ signal }) => call(workspaceRepository, { params: { workspaceID: id }, signal }),
    refetchInterval: ({ state }) => (state.data?.clone_status === 'pending' ? POLL_MS : false),
  });
}

/** The repository of a workspace, read again whenever something of the workspace changed. */
export function useRepository(id: string) {
  const client = useQueryClient();
  const query = repositoryQuery(id);
  useRoom(rooms.workspace(id), { onMessage: () => void client.invalidateQueries({ queryKey: query.queryKey }) });
  return useQuery(query);
}

export function useCloneAgain(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(cloneAgain, { params: { workspaceID: id } }),
    onSuccess: () => {
      // The messages of the launch are not this clone's.
      void client.resetQueries({ queryKey: workspaceMessagesQuery(id).queryKey });
      return client.invalidateQueries({ queryKey: repositoryQuery(id).queryKey });
    },
  });
}
