import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { toastSuccess } from '../../ui/toast.ts';
import type { InstanceKind } from './kind.ts';
import { instanceKey, launchQuery, staleInstance } from './queries.ts';

/** What is said of those that are done at once. */
const DONE: Record<string, string> = {
  delete: 'edit.deleted',
  snapshot: 'edit.snapshotTaken',
  restore: 'edit.restored',
  cancel_delete: 'edit.kept',
};

/** Starts, stops, deletes …, and shows what comes of it: the progress of a start, the list after a deletion. */
export function useInstanceAction<One, Action extends string>(
  kind: InstanceKind<One>,
  id: string,
  act: (action: Action) => Promise<unknown>,
) {
  const { t } = useTranslation(kind.name);
  const client = useQueryClient();
  const navigate = useNavigate();
  const mutation = useMutation({
    mutationFn: act,
    onSuccess: async (_, action) => {
      if (action === 'delete') {
        client.removeQueries({ queryKey: instanceKey(kind.name, id) });
        await navigate(`/${kind.name}`);
      }
      if (action === 'start' || action === 'restart') {
        // The messages of the run before are not this run's.
        client.removeQueries({ queryKey: launchQuery(kind, id).queryKey });
        await navigate(`/${kind.name}/edit/${id}?watch=true`, { replace: true });
      }
      const done = DONE[action];
      if (done) toastSuccess(t(done));
    },
    meta: { stale: staleInstance(kind, id), awaited: true },
  });
  const { mutate, isPending, isSuccess, variables } = mutation;
  return {
    ...mutation,
    /** A page that is being left changes no address any more: that would bring it back. */
    leaving: variables === 'delete' && (isPending || isSuccess),
    /** For the button of an action. */
    press: (action: Action) => ({
      onPress: () => mutate(action),
      loading: isPending && variables === action,
      disabled: isPending,
    }),
  };
}
