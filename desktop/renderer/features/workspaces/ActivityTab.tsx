import { SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isFirstTry } from '../../lib/is-first-try.ts';
import { WeeklyActivity } from '../activity/index.ts';
import { History } from '../instances/index.ts';
import { restorePointsQuery } from './queries.ts';
import { RestorePoints } from './RestorePoints.tsx';
import { useShownWorkspace } from './use-shown-workspace.ts';

/** /workspaces/edit/{id}/activity: what happened to it, when it was in use, and what it can go back to. */
export function ActivityTab() {
  const workspace = useShownWorkspace();
  // What is below them would jump.
  const there = !isFirstTry(useQuery({ ...restorePointsQuery(workspace.id), enabled: workspace.may.edit }));
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
      <Stack gap="md">
        {workspace.may.edit && <RestorePoints workspace={workspace} />}
        {there && <History changes={workspace.status_changes} />}
      </Stack>
      {there && <WeeklyActivity workspaceId={workspace.id} />}
    </SimpleGrid>
  );
}
