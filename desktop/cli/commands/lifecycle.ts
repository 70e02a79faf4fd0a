import { connect } from '../connect.ts';
import { EXIT, Failure } from '../failure.ts';
import { findWorkspace, slugOf } from '../find-workspace.ts';
import { followLaunch, followUntilActive, tellWaysIn } from '../follow-launch.ts';
import { confirm } from '../terminal/ask.ts';
import { note, plain, print, printJson } from '../terminal/print.ts';

interface Options {
  json?: true;
  yes?: true;
  /** False after `--no-wait`. */
  wait?: boolean;
  follow?: true;
}

export async function start(name: string, { json, wait }: Options): Promise<void> {
  const { client } = await connect();
  const { id } = await findWorkspace(client, name);
  const answer = await client.startWorkspace({ params: { workspaceID: id } });
  if (wait === false) return json ? printJson(answer) : note(plain(answer.message));
  const workspace = await followUntilActive(client, id);
  if (json) printJson(workspace);
  else tellWaysIn(workspace);
}

export async function stop(name: string, { json }: Options): Promise<void> {
  const { client } = await connect();
  const { id } = await findWorkspace(client, name);
  const answer = await client.stopWorkspace({ params: { workspaceID: id } });
  if (json) printJson(answer);
  else note(plain(answer.message));
}

export async function remove(name: string, { json, yes }: Options): Promise<void> {
  const { client } = await connect();
  const row = await findWorkspace(client, name);
  const slug = slugOf(row);
  if (!row.may.delete)
    throw new Failure(EXIT.notFound, `You can’t delete ${slug}.`, 'It may be protected: see its settings.');
  if (!yes) {
    const database = row.database === 'none' ? '' : ` and its ${plain(row.database_name)} database`;
    note(`This deletes ${plain(row.name)} (${slug}) with all of its files${database}.`);
    if (!(await confirm('Delete it?', 'Add --yes to delete without a question.')))
      throw new Failure(EXIT.failed, 'Nothing was deleted.', null);
  }
  const answer = await client.deleteWorkspace({ params: { workspaceID: row.id } });
  if (json) return printJson(answer);
  note(plain(answer.message));
  // It is deleted, whatever this answers.
  const role = await client.currentUser().then(
    (user) => user.role,
    () => null,
  );
  const mayUndo = role === 'owner' || role === 'admin';
  note(
    mayUndo ? `To bring it back: slipway undo ${slug}` : 'An owner or admin of your organization can bring it back.',
  );
}

export async function undo(name: string, { json }: Options): Promise<void> {
  const { client } = await connect();
  const row = await findWorkspace(client, name, 'pending_deletion').catch((error: unknown) => {
    if (error instanceof Failure && error.code === EXIT.notFound) return findWorkspace(client, name, 'deleted');
    throw error;
  });
  const params = { workspaceID: row.id };
  const answer = row.may.cancel_delete
    ? await client.cancelDeleteWorkspace({ params })
    : await client.restoreWorkspace({ params });
  if (json) printJson(answer);
  else note(plain(answer.message));
}

export async function snapshot(name: string, { json }: Options): Promise<void> {
  const { client } = await connect();
  const { id } = await findWorkspace(client, name);
  const answer = await client.snapshotWorkspace({ params: { workspaceID: id } });
  if (json) return printJson(answer);
  note('The snapshot is being built. Once it is: slipway create --snapshot <id or name>');
  print(answer.snapshotID);
}

export async function logs(name: string, { json, follow }: Options): Promise<void> {
  const { client } = await connect();
  const { id } = await findWorkspace(client, name);
  if (follow) return void (await followLaunch(client, id, print));
  const setup = await client.workspaceSetup({ params: { workspaceID: id } });
  if (json) return printJson(setup);
  for (const { message_text } of setup.messages) print(plain(message_text));
}
