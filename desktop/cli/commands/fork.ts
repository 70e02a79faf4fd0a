import { connect } from '../connect.ts';
import { findWorkspace } from '../find-workspace.ts';
import { followUntilActive, tellWaysIn } from '../follow-launch.ts';
import { note, plain, printJson } from '../terminal/print.ts';
import { chooseHost } from './create.ts';

interface Options {
  host?: string;
  /** False after `--no-wait`. */
  wait?: boolean;
  json?: true;
}

export async function fork(original: string, name: string, { host, wait, json }: Options): Promise<void> {
  const { client } = await connect();
  const { id } = await findWorkspace(client, original);
  const server = host === undefined ? {} : { server_id: await chooseHost(client, host) };
  const added = await client.forkWorkspace({ params: { workspaceID: id }, body: { name, ...server } });
  note(plain(added.message));
  const workspace =
    wait === false
      ? await client.getWorkspace({ params: { workspaceID: added.workspaceID } })
      : await followUntilActive(client, added.workspaceID);
  if (json) printJson(workspace);
  else tellWaysIn(workspace);
}
