import { useTranslation } from 'react-i18next';
import { isManager } from '#shared/features/auth/model.ts';
import { SAFETY_KEPT_DAYS } from '#shared/features/snapshots/model.ts';
import type { WorkspaceRow } from '#shared/features/workspaces/contract.ts';
import {
  deleteWorkspace,
  restoreWorkspace,
  startWorkspace,
  stopWorkspace,
} from '#shared/features/workspaces/contract.ts';
import { call } from '../../lib/call.ts';
import type { Selection } from '../../ui/use-selection.ts';
import { useCurrentUser } from '../auth/index.ts';
import { BulkActions } from '../instances/index.ts';
import { WORKSPACE } from './kind.ts';

const ROUTES = { start: startWorkspace, stop: stopWorkspace, delete: deleteWorkspace };

export function WorkspaceBulk({ selection }: { selection: Selection<WorkspaceRow> }) {
  const { t } = useTranslation('workspaces');
  const restore = ({ id }: WorkspaceRow) => call(restoreWorkspace, { params: { workspaceID: id } });
  return (
    <BulkActions
      kind={WORKSPACE}
      selection={selection}
      act={(action, { id }) => call(ROUTES[action], { params: { workspaceID: id } })}
      detail={t('bulk.deleteBack', { days: SAFETY_KEPT_DAYS })}
      // The others ask one of them.
      undo={isManager(useCurrentUser()) ? restore : undefined}
    />
  );
}
