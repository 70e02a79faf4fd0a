import type { IdeImage } from '#shared/features/workspaces/model.ts';
import type { Sample } from '#shared/features/workspaces/samples.ts';
import type { WorkspaceRecord } from './access.ts';
import type { WorkspaceChoices } from './resources.ts';

/** What a new workspace is asked for with. */
export interface AddInput extends WorkspaceChoices {
  name: string;
  userId: string;
  sshKeyId: string;
  /** The template's, else shared, if left out. */
  serverId?: string | undefined;
  /** The template that fills in the rest. */
  templateId?: string | undefined;
  /** It is made from this one, and keeps what its template fixed: whoever makes it needs no other template. */
  madeFrom?: WorkspaceRecord | undefined;
  /** Left out for a launch from a snapshot or a template, which have their own. */
  language?: string | undefined;
  moreLanguages?: string[] | undefined;
  database?: string | undefined;
  snapshotId?: string | undefined;
  gitUrl?: string | undefined;
  /** A branch, tag or commit of the repository; its default branch if left out. */
  gitRef?: string | undefined;
  /** Instead of a repository. */
  sample?: Sample | undefined;
  /** Default VS Code. */
  ide?: IdeImage | undefined;
  /** Created in the form before, for an ssh address; one is created if left out. */
  deployKeyId?: string | undefined;
  /** It will be a copy of this one, made when it is launched. */
  copyOf?: WorkspaceRecord | undefined;
  /** The only secrets it may have, by name; left out, all that are for it. */
  secretNames?: string[] | null;
}
