import { z } from 'zod';
import { idParam, instant, messageSchema } from '../../api/envelope.ts';
import { defineChange, defineRead } from '../../api/route.ts';
import { SHARE_MINUTES, SHARE_MODES } from './model.ts';

export const person = z.object({ id: z.string(), name: z.string(), profile_photo_url: z.string().nullable() });

/** A person's terminal in a workspace, shared with another member. */
const terminalShare = z.object({
  id: z.string(),
  mode: z.enum(SHARE_MODES),
  expire_date: instant,
  workspace: z.object({ id: z.string(), name: z.string() }),
  owner: person,
  guest: person,
});
export type TerminalShare = z.infer<typeof terminalShare>;

const response = z.object({ shares: z.array(terminalShare) });
const ofWorkspace = z.object({ workspaceID: idParam });
const params = z.object({ terminalShareID: idParam });
const change = { scope: 'nobody', onBehalf: 'nobody' } as const;

export const sharedWithMe = defineRead('/terminal-shares', 'Terminals that others share with the person now', {
  scope: 'read',
  reach: 'listed',
  response,
});

export const getTerminalShare = defineRead(
  '/terminal-shares/{terminalShareID}',
  'A terminal that is shared with the person',
  { scope: 'read', reach: 'listed', params, response: terminalShare },
);

export const myTerminalShares = defineRead(
  '/workspaces/{workspaceID}/terminal-shares',
  'With whom the person shares their terminal in this workspace now',
  { scope: 'read', params: ofWorkspace, response },
);

export const sharingChoices = defineRead(
  '/workspaces/{workspaceID}/terminal-shares/people',
  'The members that the person can share a terminal with',
  { scope: 'read', params: ofWorkspace, response: z.object({ people: z.array(person) }) },
);

export const shareTerminalBody = z.strictObject({
  user_id: idParam,
  mode: z.enum(SHARE_MODES),
  minutes: z.union(SHARE_MINUTES.map((minutes) => z.literal(minutes))),
});

export const shareTerminal = defineChange(
  '/workspaces/{workspaceID}/terminal-shares/add',
  'Share the person’s terminal in this workspace with a member for a time',
  {
    ...change,
    params: ofWorkspace,
    body: shareTerminalBody,
    response: messageSchema.extend({ terminalShareID: z.string() }),
  },
);

export const changeTerminalShare = defineChange(
  '/terminal-shares/{terminalShareID}/update',
  'Let the other person type, or only view',
  { ...change, params, body: z.strictObject({ mode: z.enum(SHARE_MODES) }), response: messageSchema },
);

export const endTerminalShare = defineChange(
  '/terminal-shares/{terminalShareID}/end',
  'End sharing a terminal at once',
  { ...change, whileReadOnly: true, params, response: messageSchema },
);
