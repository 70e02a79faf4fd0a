import { SimpleGrid, Stack } from '@mantine/core';
import { EditorSharing } from '../sharing/index.ts';
import { StackPanel, WorkspaceSnapshots } from '../snapshots/index.ts';
import { PortsPanel } from './PortsPanel.tsx';
import { RepositoryPanel, RepositoryTrouble } from './RepositoryPanel.tsx';
import { useShownWorkspace } from './use-shown-workspace.ts';
import { WhyAwake } from './WhyAwake.tsx';
import { WorkspaceDetails } from './WorkspaceDetails.tsx';
import { WorkspaceMeters } from './WorkspaceMeters.tsx';

/** What the workspace is, what it uses, why it is awake, its ports, repository and snapshots. */
export function WorkspaceOverview() {
  const workspace = useShownWorkspace();
  const { id, server_id: serverId, workspace_status: status } = workspace;
  const there = status !== 'Pending Deletion' && status !== 'Deleted';
  return (
    <Stack gap="md">
      <RepositoryTrouble workspace={workspace} />
      {there && <EditorSharing workspace={workspace} />}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Stack gap="md">
          <WorkspaceDetails workspace={workspace} />
          <RepositoryPanel workspace={workspace} />
        </Stack>
        <Stack gap="md">
          {there && <WorkspaceMeters workspaceId={id} running={status === 'Active'} />}
          {there && <PortsPanel workspace={workspace} />}
          <WhyAwake workspace={workspace} />
        </Stack>
      </SimpleGrid>
      {there && <StackPanel workspaceId={id} serverId={serverId} />}
      <WorkspaceSnapshots workspaceId={id} />
    </Stack>
  );
}
