import { SimpleGrid, Stack } from '@mantine/core';
import { OpenLocally } from '../computer/index.ts';
import { EditorSharing } from '../sharing/index.ts';
import { TerminalPanel } from './terminal/TerminalPanel.tsx';
import { useShownWorkspace } from './use-shown-workspace.ts';
import { WorkspaceConnect } from './WorkspaceConnect.tsx';
import { WorkspaceNotOpen } from './WorkspaceNotOpen.tsx';

/** /workspaces/edit/{id}/connect: the ways in that take more than a click on Open. */
export function ConnectTab() {
  const workspace = useShownWorkspace();
  if (!workspace.may.open) return <WorkspaceNotOpen />;
  return (
    <Stack gap="md">
      <TerminalPanel workspace={workspace} />
      <EditorSharing workspace={workspace} withShare />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <WorkspaceConnect workspace={workspace} />
        <div>
          <OpenLocally workspace={workspace} />
        </div>
      </SimpleGrid>
    </Stack>
  );
}
