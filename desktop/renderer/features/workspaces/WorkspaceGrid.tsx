import type { WorkspaceRow } from '#shared/features/workspaces/contract.ts';
import classes from './WorkspaceCard.module.css';
import { WorkspaceCard } from './WorkspaceCard.tsx';

interface WorkspaceGridProps {
  label: string;
  rows: WorkspaceRow[];
  showUser: boolean;
}

export function WorkspaceGrid({ label, rows, showUser }: WorkspaceGridProps) {
  return (
    <ul className={classes.grid} aria-label={label}>
      {rows.map((workspace) => (
        <li key={workspace.id}>
          <WorkspaceCard workspace={workspace} showUser={showUser} />
        </li>
      ))}
    </ul>
  );
}
