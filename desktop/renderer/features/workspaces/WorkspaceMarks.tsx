import { Tooltip } from '@mantine/core';
import { IconBolt, IconLock, type TablerIcon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { WorkspaceRow } from '#shared/features/workspaces/contract.ts';

/** Small icons for KeepAlive and delete protection. */
export function WorkspaceMarks({ workspace }: { workspace: WorkspaceRow }) {
  const { t } = useTranslation('workspaces');
  if (workspace.workspace_status === 'Deleted') return null;
  return (
    <>
      {workspace.keepalive_flag && <Mark icon={IconBolt} label={t('card.keepalive')} />}
      {workspace.delete_protect_flag && <Mark icon={IconLock} label={t('card.protected')} />}
    </>
  );
}

function Mark({ icon: Icon, label }: { icon: TablerIcon; label: string }) {
  return (
    <Tooltip label={label}>
      <Icon size={14} role="img" aria-label={label} style={{ flex: 'none' }} />
    </Tooltip>
  );
}
