import { useShownWorkspace } from './use-shown-workspace.ts';
import { WorkspaceNotOpen } from './WorkspaceNotOpen.tsx';
import { WorkspaceSettings } from './WorkspaceSettings.tsx';

/** /workspaces/edit/{id}/settings */
export function SettingsTab() {
  const workspace = useShownWorkspace();
  return workspace.may.edit ? <WorkspaceSettings workspace={workspace} /> : <WorkspaceNotOpen />;
}
