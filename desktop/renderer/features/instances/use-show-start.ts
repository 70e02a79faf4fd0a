import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import type { InstanceKind } from './kind.ts';
import { launchQuery } from './queries.ts';

/** Shows the progress of a start that was just asked for, in the dock of the page. */
export function useShowStart<One>(kind: InstanceKind<One>, id: string): () => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    // The messages of the previous run don't belong to this one.
    client.removeQueries({ queryKey: launchQuery(kind, id).queryKey });
    await navigate({ search: '?watch=true' }, { replace: true });
  };
}
