import { Button, Tooltip } from '@mantine/core';
import {
  IconCamera,
  IconExternalLink,
  IconPlayerPlay,
  IconPlayerStop,
  IconRefresh,
  IconRestore,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Workspace } from '#shared/features/workspaces/contract.ts';
import type { WorkspaceStatus } from '#shared/features/workspaces/model.ts';
import { ConfirmPopover } from '../../ui/ConfirmPopover.tsx';
import { LaunchButton } from './LaunchButton.tsx';
import type { useWorkspaceAction, WorkspaceAction } from './use-workspace-action.ts';

/** The table of spec/1 §4; what this person may do narrows it. */
const SHOWN: Record<WorkspaceStatus, readonly WorkspaceAction[]> = {
  Active: ['restart', 'stop', 'delete'],
  Offline: ['start', 'delete'],
  Pending: ['stop'],
  'Pending Deletion': [],
  Deleted: [],
};

const EVERY_WAY = { hover: true, focus: true, touch: true };

interface WorkspaceActionsProps {
  workspace: Workspace;
  action: ReturnType<typeof useWorkspaceAction>;
}

export function WorkspaceActions({ workspace, action }: WorkspaceActionsProps) {
  const { t } = useTranslation('workspaces');
  const { workspace_status: status, may } = workspace;
  const shown = new Set(SHOWN[status].filter((name) => (name === 'restart' ? may.stop : may[name])));
  const stateOf = (name: WorkspaceAction) => ({
    loading: action.isPending && action.variables === name,
    disabled: action.isPending,
  });
  const opens = may.open && (status === 'Active' || status === 'Offline');
  return (
    <>
      {shown.has('delete') && (
        <DeleteButton
          locked={workspace.delete_protect_flag}
          onDelete={() => action.mutate('delete')}
          {...stateOf('delete')}
        />
      )}
      {shown.has('restart') && (
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} />}
          onClick={() => action.mutate('restart')}
          {...stateOf('restart')}
        >
          {t('edit.restart')}
        </Button>
      )}
      {shown.has('stop') && (
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={16} />}
          onClick={() => action.mutate('stop')}
          {...stateOf('stop')}
        >
          {t('edit.stop')}
        </Button>
      )}
      {shown.has('start') && (
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={16} />}
          onClick={() => action.mutate('start')}
          {...stateOf('start')}
        >
          {t('edit.start')}
        </Button>
      )}
      {may.edit && (
        <SnapshotButton workspace={workspace} onTake={() => action.mutate('snapshot')} {...stateOf('snapshot')} />
      )}
      {may.restore && (
        <Button
          leftSection={<IconRestore size={16} />}
          onClick={() => action.mutate('restore')}
          {...stateOf('restore')}
        >
          {t('edit.restore')}
        </Button>
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

interface SnapshotButtonProps {
  workspace: Workspace;
  loading: boolean;
  disabled: boolean;
  onTake: () => void;
}

/** Enabled only while the workspace is stopped (spec/1 §4); else it says why not, to the keyboard as well. */
function SnapshotButton({ workspace, onTake, ...state }: SnapshotButtonProps) {
  const { t } = useTranslation('workspaces');
  const icon = <IconCamera size={16} />;
  if (!workspace.may.snapshot) {
    const stopped = workspace.workspace_status === 'Offline';
    return (
      <Tooltip label={t(stopped ? 'edit.snapshotNothing' : 'edit.snapshotRunning')} events={EVERY_WAY}>
        <Button variant="default" leftSection={icon} data-disabled aria-disabled>
          {t('edit.snapshot')}
        </Button>
      </Tooltip>
    );
  }
  return (
    <Button variant="default" leftSection={icon} onClick={onTake} {...state}>
      {t('edit.snapshot')}
    </Button>
  );
}

interface DeleteButtonProps {
  locked: boolean;
  loading: boolean;
  disabled: boolean;
  onDelete: () => void;
}

/** With delete protection on it is disabled and says why, to the keyboard as well. */
function DeleteButton({ locked, onDelete, ...state }: DeleteButtonProps) {
  const { t } = useTranslation('workspaces');
  const icon = <IconTrash size={16} />;
  if (locked) {
    return (
      <Tooltip label={t('edit.protected')} events={EVERY_WAY}>
        <Button variant="default" leftSection={icon} data-disabled aria-disabled>
          {t('edit.delete')}
        </Button>
      </Tooltip>
    );
  }
  return (
    <ConfirmPopover text={t('edit.deleteText')} onConfirm={onDelete}>
      <Button variant="default" c="var(--mantine-color-error)" leftSection={icon} {...state}>
        {t('edit.delete')}
      </Button>
    </ConfirmPopover>
  );
}
