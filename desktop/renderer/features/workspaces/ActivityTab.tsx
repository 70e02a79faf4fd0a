import { SimpleGrid } from '@mantine/core';
import { WeeklyActivity } from '../activity/index.ts';
import { History } from '../instances/index.ts';
import { useShownWorkspace } from './use-shown-workspace.ts';

/** /workspaces/edit/{id}/activity: what happened to it, and when it was in use. */
export function ActivityTab() {
  const { id, status_changes: changes } = useShownWorkspace();
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
      <div>
        <History changes={changes} />
      </div>
      <WeeklyActivity workspaceId={id} />
    </SimpleGrid>
  );
}
