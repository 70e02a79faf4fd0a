import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { toastSuccess } from '../../ui/toast.ts';
import { toastUndo } from '../../ui/toast-undo.tsx';
import type { InstanceKind } from './kind.ts';
import { instanceKey, staleInstance } from './queries.ts';
import { useShowStart } from './use-show-start.ts';

/** Toasts for the actions that finish right away. */
const DONE: Record<string, string> = {
  delete: 'edit.deleted',
  snapshot: 'edit.snapshotTaken',
  restore: 'edit.restored',
  cancel_delete: 'edit.kept',
};

/**
 * Runs an action and shows the result: the progress of a start, or the list after a deletion.
 * @param undo takes a deletion back; absent if this person can't
 */
export function useInstanceAction<One, Action extends string>(
  kind: InstanceKind<One>,
  id: string,
  act: (action: Action) => Promise<unknown>,
  undo?: NoInfer<Action>,
) {
  const { t } = useTranslation(kind.name);
  const client = useQueryClient();
  const navigate = useNavigate();
  const showStart = useShowStart(kind, id);
  const mutation = useMutation({
    mutationFn: act,
    onSuccess: async (_, action) => {
      if (action === 'delete') {
        client.removeQueries({ queryKey: instanceKey(kind.name, id) });
        await navigate(`/${kind.name}`);
      }
      if (action === 'start' || action === 'restart') await showStart();
      // The tab that shows it.
      if (action === 'snapshot') await navigate(`/${kind.name}/edit/${id}`);
      const done = DONE[action];
      if (done && action === 'delete' && undo) toastUndo(t(done), () => mutation.mutateAsync(undo));
      else if (done) toastSuccess(t(done));
    },
    meta: { stale: staleInstance(kind, id), awaited: true },
  });
  const { mutate, isPending, isSuccess, variables } = mutation;
  return {
    ...mutation,
    /** Don't change the address of a page that is being left: that would bring the page back. */
    leaving: variables === 'delete' && (isPending || isSuccess),
    /** Props for the action's button. */
    press: (action: Action) => ({
      onPress: () => mutate(action),
      loading: isPending && variables === action,
      disabled: isPending,
    }),
  };
}
