import { and, asc, eq, sql } from 'drizzle-orm';
import type { InitMessage } from '#shared/features/workspaces/contract.ts';
import type { Context } from '../context.ts';
import { workspaceInitMessages } from '../instances/tables.ts';
import { findWorkspace } from './access.ts';

/** Init messages of the latest launch or start, in order; still there after a launch that failed. @throws NotFound */
export async function getWorkspaceSetup(context: Context, input: { id: string }): Promise<InitMessage[]> {
  const workspace = await findWorkspace(context.db, context.actor, input.id);
  const messages = await context.db
    .select()
    .from(workspaceInitMessages)
    .where(
      and(
        eq(workspaceInitMessages.workspaceId, workspace.id),
        sql`${workspaceInitMessages.revision} = (select max(latest.revision) from ${workspaceInitMessages} latest
          where latest.workspace_id = ${workspace.id})`,
      ),
    )
    .orderBy(asc(workspaceInitMessages.number));
  return messages.map((message) => ({
    number: message.number,
    message_code: message.code,
    message_text: message.text,
    create_date: message.createdAt.toISOString(),
  }));
}
