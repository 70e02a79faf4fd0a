import type { TerminalShare } from '#shared/features/sharing/contract.ts';
import type { FoundShare } from './find-shares.ts';

interface Person {
  id: string;
  name: string;
  image: string | null;
}

export const presentPerson = ({ id, name, image }: Person) => ({ id, name, profile_photo_url: image });

export function presentShare({ share, workspace, owner, guest }: FoundShare): TerminalShare {
  return {
    id: share.id,
    mode: share.mode,
    expire_date: share.expiresAt.toISOString(),
    workspace: { id: share.workspaceId, name: workspace.name },
    owner: presentPerson(owner),
    guest: presentPerson(guest),
  };
}
