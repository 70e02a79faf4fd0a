import { Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconCamera,
  IconGitFork,
  IconPlayerPlay,
  IconPlayerStop,
  IconRefresh,
  IconRestore,
  IconTemplate,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { isManager } from '#shared/features/auth/model.ts';
import { SAFETY_KEPT_DAYS } from '#shared/features/snapshots/model.ts';
import type { Workspace } from '#shared/features/workspaces/contract.ts';
import type { WorkspaceStatus } from '#shared/features/workspaces/model.ts';
import { ActionButton } from '../../ui/ActionButton.tsx';
import { type MenuAction, MoreMenu } from '../../ui/MoreMenu.tsx';
import { useCurrentUser } from '../auth/index.ts';
import { ForkModal } from './ForkModal.tsx';
import { OpenButton } from './OpenButton.tsx';
import type { useWorkspaceAction, WorkspaceAction } from './use-workspace-action.ts';

/** The actions its status allows, as far as this person may use them. */
const SHOWN: Record<WorkspaceStatus, readonly WorkspaceAction[]> = {
  Active: ['restart', 'stop', 'delete'],
  Offline: ['start', 'stop', 'delete'],
  Pending: ['stop'],
  'Pending Deletion': [],
  Deleted: [],
};

interface WorkspaceActionsProps {
  workspace: Workspace;
  action: ReturnType<typeof useWorkspaceAction>;
}

/** Open, and start or stop; what is needed rarely is behind the three dots, Delete last. */
export function WorkspaceActions({ workspace, action }: WorkspaceActionsProps) {
  const { t } = useTranslation('workspaces');
  const { workspace_status: status, may } = workspace;
  const shown = new Set(SHOWN[status].filter((name) => (name === 'restart' ? may.stop : may[name])));
  const navigate = useNavigate();
  const { press } = action;
  const user = useCurrentUser();
  // Owner and admins restore workspaces and make templates.
  const manages = isManager(user);
  const [forking, { open: openFork, close: closeFork }] = useDisclosure(false);
  // What sleeps is woken: next to that, few stop it, and three buttons fill a phone's line.
  const stopsInMenu = status === 'Offline';
  const more: (MenuAction | false)[] = [
    shown.has('stop') && stopsInMenu && { label: t('edit.stop'), icon: IconPlayerStop, ...press('stop') },
    shown.has('restart') && { label: t('edit.restart'), icon: IconRefresh, ...press('restart') },
    may.edit && {
      label: t('edit.snapshot'),
      icon: IconCamera,
      blocked: !may.snapshot && t(status === 'Offline' ? 'edit.snapshotNothing' : 'edit.snapshotRunning'),
      ...press('snapshot'),
    },
    user.role !== 'user' &&
      status !== 'Deleted' && {
        label: t('edit.fork'),
        icon: IconGitFork,
        blocked: !may.fork && t('edit.forkNotNow'),
        onPress: openFork,
      },
    manages && {
      label: t('edit.saveTemplate'),
      icon: IconTemplate,
      onPress: () => void navigate(`/templates/add?workspace=${workspace.id}`),
    },
    shown.has('delete') && {
      label: t('edit.delete'),
      icon: IconTrash,
      ask: t('edit.deleteText'),
      detail: t(manages ? 'edit.deleteBack' : 'edit.deleteBackAsk', { name: workspace.name, days: SAFETY_KEPT_DAYS }),
      blocked: workspace.delete_protect_flag && t('edit.protected'),
      ...press('delete'),
    },
  ];
  return (
    <>
      {shown.has('stop') && !stopsInMenu && (
        <ActionButton label={t('edit.stop')} icon={IconPlayerStop} {...press('stop')} />
      )}
      {shown.has('start') && (
        <ActionButton
          label={t(workspace.sleep === 'warm' ? 'edit.wake' : 'edit.start')}
          icon={IconPlayerPlay}
          {...press('start')}
        />
      )}
      {may.restore && (
        <ActionButton label={t('edit.restore')} icon={IconRestore} variant="filled" {...press('restore')} />
      )}
      <Group gap="xs" wrap="nowrap">
        {may.open && (
          <OpenButton workspace={workspace} onStart={shown.has('start') ? press('start').onPress : undefined} />
        )}
        <MoreMenu actions={more.filter((each) => each !== false)} />
      </Group>
      {forking && <ForkModal workspace={workspace} onClose={closeFork} />}
    </>
  );
}
