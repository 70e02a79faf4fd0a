import type { Workspace } from '#shared/features/workspaces/contract.ts';
import { platform } from '../../lib/platform/current-platform.ts';
import { OpenHere } from './OpenHere.tsx';
import { OpenInApp } from './OpenInApp.tsx';

interface OpenLocallyProps {
  workspace: Pick<Workspace, 'id' | 'slug' | 'user_id' | 'ssh_key_id' | 'ssh_key_name'>;
}

/** A workspace on the person's own computer: one click in the desktop app, and on the web what it takes. */
export function OpenLocally({ workspace }: OpenLocallyProps) {
  return platform.desktop ? (
    <OpenHere desktop={platform.desktop} workspace={workspace} />
  ) : (
    <OpenInApp workspaceId={workspace.id} />
  );
}
