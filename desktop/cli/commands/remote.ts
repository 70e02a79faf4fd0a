import { EDITORS, type Editor, editorLink } from '#shared/features/workspaces/editor-links.ts';
import { connect } from '../connect.ts';
import { ASK_FOR_ACCESS, EXIT, Failure, UPDATE } from '../failure.ts';
import { findWorkspace } from '../find-workspace.ts';
import { openAddress, runProgram } from '../run-program.ts';
import { parseCopyEnd, parseForward, quoteWord } from '../ssh/remote-path.ts';
import { note, plain, print, printJson } from '../terminal/print.ts';
import { printTable } from '../terminal/table.ts';

const prepare = async (name: string) => {
  const [connection, { prepareSsh }] = await Promise.all([connect(), import('../ssh/prepare-ssh.ts')]);
  return prepareSsh(connection, name);
};

export async function ssh(name: string, args: string[]): Promise<number> {
  const { alias, options } = await prepare(name);
  return runProgram('ssh', [...options, ...args, alias]);
}

/** Each argument arrives as it was given; a shell is asked for with `sh -c`. */
export async function exec(name: string, given: string[]): Promise<number> {
  // What stands before the command only ends our own options.
  const command = given[0] === '--' ? given.slice(1) : given;
  const { alias, options } = await prepare(name);
  const terminal = process.stdin.isTTY && process.stdout.isTTY ? ['-t'] : [];
  return runProgram('ssh', [...options, ...terminal, '--', alias, command.map(quoteWord).join(' ')]);
}

export async function copy(paths: string[]): Promise<number> {
  const ends = paths.map((each) => parseCopyEnd(each));
  const names = new Set(ends.flatMap((end) => ('workspace' in end ? [end.workspace] : [])));
  const [name] = names;
  if (name === undefined || names.size > 1 || ends.every((end) => 'workspace' in end)) {
    const hint = 'slipway cp notes.txt my-shop:project/  or  slipway cp my-shop:project/dist .';
    throw new Failure(EXIT.usage, 'Copy between this computer and one workspace.', hint);
  }
  const { alias, options } = await prepare(name);
  // `./` keeps scp from reading a host or an option in the name of a local file.
  const local = (file: string) => (/^([/.~]|[A-Za-z]:)/.test(file) ? file : `./${file}`);
  const args = ends.map((end) => ('workspace' in end ? `${alias}:${end.path}` : local(end.path)));
  return runProgram('scp', [...options, '-r', '--', ...args]);
}

export async function port(name: string, forward: string | undefined, { json }: { json?: true }): Promise<number> {
  if (forward === undefined) {
    const { client } = await connect();
    const { id } = await findWorkspace(client, name);
    const { port_mapping: ports } = await client.getWorkspace({ params: { workspaceID: id } });
    if (json) printJson(ports);
    else
      printTable(
        ['PORT', 'MODE', 'ADDRESS'],
        ports.map((each) => [`${each.port}`, each.mode, each.address ?? '–']),
      );
    return 0;
  }
  const ports = parseForward(forward);
  if (!ports)
    throw new Failure(EXIT.usage, `${plain(forward)} isn’t a port.`, 'Use 3000, or 3000:8080 for port 8080 here.');
  const { alias, options } = await prepare(name);
  note(`http://localhost:${ports.local} is port ${ports.remote} of the workspace. Ctrl+C ends it.`);
  const way = `127.0.0.1:${ports.local}:127.0.0.1:${ports.remote}`;
  return runProgram('ssh', [...options, '-N', '-o', 'ExitOnForwardFailure=yes', '-L', way, alias]);
}

export async function open(name: string, { ide }: { ide?: string }): Promise<void> {
  const editor = EDITORS.find((each) => each === ide);
  if (ide && ide !== 'web' && !editor)
    throw new Failure(EXIT.usage, 'There’s no such editor.', `Use one of web, ${EDITORS.join(', ')}.`);
  const address = plain(editor ? await editorAddress(name, editor) : await webAddress(name));
  if (!(await openAddress(address))) note('There’s no browser here. Open this address where there is one:');
  print(address);
}

async function webAddress(name: string): Promise<string> {
  const { client } = await connect();
  const row = await findWorkspace(client, name);
  if (!row.may.open) throw new Failure(EXIT.notFound, `You can’t open ${plain(row.name)}.`, ASK_FOR_ACCESS);
  // What an answer names is handed to the system: only web addresses are.
  if (!/^https?:\/\//.test(row.url))
    throw new Failure(EXIT.failed, 'The server’s answer has no address to open.', UPDATE);
  return row.url;
}

async function editorAddress(name: string, editor: Editor): Promise<string> {
  const { workspace, alias } = await prepare(name);
  return editorLink(editor, workspace.ssh, { host: alias });
}

/** With no name: all workspaces that may be opened. */
export async function configSsh(name: string | undefined, { json }: { json?: true }): Promise<void> {
  const connection = await connect();
  const [{ allWorkspaces }, { prepareSsh }] = await Promise.all([
    import('../find-workspace.ts'),
    import('../ssh/prepare-ssh.ts'),
  ]);
  const names = name
    ? [name]
    : (await allWorkspaces(connection.client)).filter(({ may }) => may.open).map(({ id }) => id);
  const hosts: string[] = [];
  for (const each of names) hosts.push((await prepareSsh(connection, each)).alias);
  if (json) return printJson({ hosts });
  for (const host of hosts) print(host);
  note('Each of these works with ssh, scp, rsync, git and editors.');
}

export async function configCertificate(): Promise<void> {
  const [connection, { renewCertificate }] = await Promise.all([connect(), import('../ssh/prepare-ssh.ts')]);
  await renewCertificate(connection);
}
