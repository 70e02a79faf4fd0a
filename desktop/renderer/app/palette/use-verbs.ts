import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { isManager } from '#shared/features/auth/model.ts';
import {
  deleteService,
  restartService,
  restoreService,
  startService,
  stopService,
} from '#shared/features/services/contract.ts';
import {
  deleteWorkspace,
  restartWorkspace,
  restoreWorkspace,
  startWorkspace,
  stopWorkspace,
} from '#shared/features/workspaces/contract.ts';
import { useCurrentUser } from '../../features/auth/index.ts';
import { staleInstance } from '../../features/instances/index.ts';
import { call } from '../../lib/call.ts';
import { platform } from '../../lib/platform/current-platform.ts';
import { toastSuccess } from '../../ui/toast.ts';
import { toastUndo } from '../../ui/toast-undo.tsx';
import type { Thing } from './thing.ts';
import type { Verb } from './thing-commands.ts';

const WORKSPACE = { start: startWorkspace, restart: restartWorkspace, stop: stopWorkspace, delete: deleteWorkspace };
const SERVICE = { start: startService, restart: restartService, stop: stopService, delete: deleteService };

/** Does what a verb of the palette says. A start is watched on the page of what starts. @throws ApiError */
export function useVerbs() {
  const { t } = useTranslation('search');
  const client = useQueryClient();
  const navigate = useNavigate();
  const restores = isManager(useCurrentUser());
  const restore = async ({ kind, id }: Thing) => {
    if (kind === 'workspaces') await call(restoreWorkspace, { params: { workspaceID: id } });
    else await call(restoreService, { params: { organizationServiceID: id } });
    for (const queryKey of staleInstance({ name: kind }, id)) void client.invalidateQueries({ queryKey });
  };
  return async (verb: Verb, thing: Thing): Promise<void> => {
    const { kind, id, name, url } = thing;
    if (verb === 'open') return url === null ? undefined : platform.open(url);
    try {
      if (kind === 'workspaces') await call(WORKSPACE[verb], { params: { workspaceID: id } });
      else await call(SERVICE[verb], { params: { organizationServiceID: id } });
    } finally {
      for (const queryKey of staleInstance({ name: kind }, id)) void client.invalidateQueries({ queryKey });
    }
    if (verb === 'start' || verb === 'restart') {
      client.removeQueries({ queryKey: [kind, 'setup', id] });
      await navigate(`/${kind}/edit/${id}?watch=true`);
    } else if (verb === 'delete' && restores) toastUndo(t('done.delete', { name }), () => restore(thing));
    else toastSuccess(t(`done.${verb}`, { name }));
  };
}
