import {
  IconCamera,
  IconExternalLink,
  IconPlayerPlay,
  IconPlayerStop,
  IconRefresh,
  IconRestore,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Workspace } from '#shared/features/workspaces/contract.ts';
import type { WorkspaceStatus } from '#shared/features/workspaces/model.ts';
import { ActionButton } from '../../ui/ActionButton.tsx';
import { DeleteButton } from '../../ui/DeleteButton.tsx';
import { LaunchButton } from './LaunchButton.tsx';
import type { useWorkspaceAction, WorkspaceAction } from './use-workspace-action.ts';

/** The actions its status allows, as far as this person may use them. */
const SHOWN: Record<WorkspaceStatus, readonly WorkspaceAction[]> = {
  Active: ['restart', 'stop', 'delete'],
  Offline: ['start', 'delete'],
  Pending: ['stop'],
  'Pending Deletion': [],
  Deleted: [],
};

interface WorkspaceActionsProps {
  workspace: Workspace;
  action: ReturnType<typeof useWorkspaceAction>;
}

export function WorkspaceActions({ workspace, action }: WorkspaceActionsProps) {
  const { t } = useTranslation('workspaces');
  const { workspace_status: status, may } = workspace;
  const shown = new Set(SHOWN[status].filter((name) => (name === 'restart' ? may.stop : may[name])));
  const { press } = action;
  const opens = may.open && (status === 'Active' || status === 'Offline');
  return (
    <>
      {shown.has('delete') && (
        <DeleteButton
          label={t('edit.delete')}
          text={t('edit.deleteText')}
          blocked={workspace.delete_protect_flag && t('edit.protected')}
          {...press('delete')}
        />
      )}
      {shown.has('restart') && <ActionButton label={t('edit.restart')} icon={IconRefresh} {...press('restart')} />}
      {shown.has('stop') && <ActionButton label={t('edit.stop')} icon={IconPlayerStop} {...press('stop')} />}
      {shown.has('start') && <ActionButton label={t('edit.start')} icon={IconPlayerPlay} {...press('start')} />}
      {may.edit && (
        <ActionButton
          label={t('edit.snapshot')}
          icon={IconCamera}
          blocked={!may.snapshot && t(status === 'Offline' ? 'edit.snapshotNothing' : 'edit.snapshotRunning')}
          {...press('snapshot')}
        />
      )}
      {may.restore && (
        <ActionButton label={t('edit.restore')} icon={IconRestore} variant="filled" {...press('restore')} />
      )}
      {opens && (
        <LaunchButton
          url={workspace.url}
          name={workspace.name}
          status={status}
          leftSection={<IconExternalLink size={16} />}
        />
      )}
    </>
  );
}
