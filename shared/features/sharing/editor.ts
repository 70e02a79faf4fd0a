import { z } from 'zod';
import { idParam, instant, messageSchema } from '../../api/envelope.ts';
import { defineChange, defineRead } from '../../api/route.ts';
import { person } from './contract.ts';
import { SHARE_MINUTES } from './model.ts';

/** VS Code of a person's workspace, shared with another member. */
const editorShare = z.object({
  id: z.string(),
  expire_date: instant,
  workspace: z.object({ id: z.string(), name: z.string() }),
  /** Address of VS Code, for the guest. */
  url: z.string(),
  owner: person,
  guest: person,
  /** The guest has it open now. */
  here: z.boolean(),
  may_end: z.boolean(),
});
export type EditorShare = z.infer<typeof editorShare>;

const response = z.object({ shares: z.array(editorShare) });
const ofWorkspace = z.object({ workspaceID: idParam });
const change = { scope: 'nobody', onBehalf: 'nobody' } as const;

export const editorsSharedWithMe = defineRead('/editor-shares', 'VS Code that others share with the person now', {
  scope: 'read',
  reach: 'listed',
  response,
});

export const editorShares = defineRead(
  '/workspaces/{workspaceID}/editor-shares',
  'With whom VS Code of this workspace is shared now',
  { scope: 'read', params: ofWorkspace, response },
);

export const shareEditorBody = z.strictObject({
  user_id: idParam,
  minutes: z.union(SHARE_MINUTES.map((minutes) => z.literal(minutes))),
});

export const shareEditor = defineChange(
  '/workspaces/{workspaceID}/editor-shares/add',
  'Let a member into VS Code of the person’s own workspace for a time',
  {
    ...change,
    params: ofWorkspace,
    body: shareEditorBody,
    response: messageSchema.extend({ editorShareID: z.string() }),
  },
);

export const endEditorShare = defineChange('/editor-shares/{editorShareID}/end', 'End sharing VS Code at once', {
  ...change,
  whileReadOnly: true,
  params: z.object({ editorShareID: idParam }),
  response: messageSchema,
});
