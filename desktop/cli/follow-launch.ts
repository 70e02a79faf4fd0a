import { setTimeout as pause } from 'node:timers/promises';
import type { Workspace } from '#shared/features/workspaces/contract.ts';
import type { Client } from './client/client.ts';
import { EXIT, Failure } from './failure.ts';
import { note, noteColours, plain } from './terminal/print.ts';

const POLL_MS = 1_000;

/** Says each init message once, as it comes, until the workspace is no longer Pending. */
export async function followLaunch(client: Client, workspaceID: string, tell = note): Promise<Workspace> {
  const params = { workspaceID };
  let told = 0;
  for (;;) {
    // Read first: messages that come after it are asked for below.
    const workspace = await client.getWorkspace({ params });
    const { messages } = await client.workspaceSetup({ params });
    for (const { number, message_text } of messages.filter((each) => each.number > told)) {
      told = number;
      tell(plain(message_text));
    }
    if (workspace.workspace_status !== 'Pending') return workspace;
    await pause(POLL_MS);
  }
}

/** The same, for a workspace that should run afterwards. @throws Failure if it doesn't */
export async function followUntilActive(client: Client, workspaceID: string): Promise<Workspace> {
  const workspace = await followLaunch(client, workspaceID, (line) => note(noteColours.dim(`  ${line}`)));
  if (workspace.workspace_status === 'Active') return workspace;
  const [last] = workspace.status_changes;
  const why = last?.detail ? ` ${plain(last.detail)}` : '';
  throw new Failure(EXIT.failed, `It didn’t start.${why}`, `slipway logs ${workspace.slug}`);
}

/** How to get in, for people. */
export function tellWaysIn({ slug, url }: Workspace): void {
  note('');
  note(`  In the browser  ${plain(url)}`);
  note(`  In an editor    slipway open ${slug} --ide vscode`);
  note(`  Over SSH        slipway ssh ${slug}`);
}
