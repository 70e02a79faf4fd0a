import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { WorkspaceRow } from '#shared/features/workspaces/contract.ts';
import type { Selection } from '../../ui/use-selection.ts';
import classes from './WorkspaceCard.module.css';
import { WorkspaceCard } from './WorkspaceCard.tsx';

interface WorkspaceGridProps {
  label: string;
  rows: WorkspaceRow[];
  selection?: Selection<WorkspaceRow> | undefined;
  showUser: boolean;
}

export function WorkspaceGrid({ label, rows, selection, showUser }: WorkspaceGridProps) {
  const { t } = useTranslation();
  if (rows.length === 0) {
    return (
      <Text c="dimmed" ta="center" py={48} role="status">
        {t('table.empty')}
      </Text>
    );
  }
  return (
    <ul className={classes.grid} aria-label={label}>
      {rows.map((workspace) => (
        <li key={workspace.id}>
          <WorkspaceCard workspace={workspace} showUser={showUser} selection={selection} />
        </li>
      ))}
    </ul>
  );
}
