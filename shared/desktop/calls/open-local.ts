import { z } from 'zod';
import { defineCall } from '../define-call.ts';

export const PROGRAMS = ['terminal', 'vscode', 'cursor', 'zed', 'jetbrains', 'sftp'] as const;
export type Program = (typeof PROGRAMS)[number];

const workspaceId = z.string().min(1).max(64);

export const openLocalCalls = {
  /** The terminals found on this computer, best first. */
  'open.terminals': defineCall(
    z.null(),
    z.object({ terminals: z.array(z.object({ id: z.string(), name: z.string() })) }),
  ),
  /** Opens a workspace over SSH in a program on this computer. */
  'open.workspace': defineCall(z.strictObject({ workspaceId, program: z.enum(PROGRAMS) }), z.null()),
  /** The workspace's block of the ssh configuration, after writing it. */
  'open.ssh-config': defineCall(z.strictObject({ workspaceId }), z.object({ host: z.string(), text: z.string() })),
};
