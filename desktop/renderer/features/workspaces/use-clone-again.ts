import { useMutation, useQueryClient } from '@tanstack/react-query';
import { launchQuery } from '../instances/index.ts';
import { WORKSPACE } from './kind.ts';
import { cloneAgainMutation } from './queries.ts';

export function useCloneAgain(id: string) {
  const client = useQueryClient();
  return useMutation({
    ...cloneAgainMutation(id),
    // The messages of the launch don't belong to this clone.
    onSuccess: () => void client.resetQueries({ queryKey: launchQuery(WORKSPACE, id).queryKey }),
  });
}
