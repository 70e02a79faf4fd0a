import type { TerminalShare } from '#shared/features/sharing/contract.ts';
import type { EditorShare } from '#shared/features/sharing/editor.ts';
import type { Config } from '../../platform/config.ts';
import { instanceUrl } from '../instances/index.ts';
import type { FoundEditorShare } from './find-editor-shares.ts';
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

/** @param present by share, connections of its guest */
export function presentEditorShare(
  config: Config,
  { share, workspace, owner, guest }: FoundEditorShare,
  { present, mayEnd }: { present: ReadonlyMap<string, number>; mayEnd: boolean },
): EditorShare {
  return {
    id: share.id,
    expire_date: share.expiresAt.toISOString(),
    workspace: { id: share.workspaceId, name: workspace.name },
    url: instanceUrl(config, workspace.slug),
    owner: presentPerson(owner),
    guest: presentPerson(guest),
    here: present.has(share.id),
    may_end: mayEnd,
  };
}
