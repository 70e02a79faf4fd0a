import { createHash } from 'node:crypto';
import os from 'node:os';
import { preferencesSchema } from '#shared/desktop/calls/settings.ts';
import type { Workspace } from '#shared/features/workspaces/contract.ts';
import { sshFolder } from '../../main/features/accounts/active-account.ts';
import {
  removeSshConfig,
  type SshPlace,
  type WrittenConfig,
  writeSshConfig,
} from '../../main/features/ssh-config/ssh-config.ts';
import { hostAlias, sshTargetSchema } from '../../main/features/ssh-config/ssh-target.ts';
import type { Connection } from '../connect.ts';
import { ASK_FOR_ACCESS, EXIT, Failure, UPDATE } from '../failure.ts';
import { findWorkspace } from '../find-workspace.ts';
import { appFolder } from '../place.ts';
import { note, plain } from '../terminal/print.ts';
import { certifiedKey, forgetCertifiedKeys, renewCommand } from './certificate.ts';
import { localKeys, publicPart } from './local-keys.ts';

export interface PreparedSsh {
  workspace: Workspace;
  /** `slipway-<slug>`. */
  alias: string;
  config: WrittenConfig;
  /** What ssh and scp need before their own arguments. */
  options: string[];
}

/**
 * Writes the workspace's `Host` as the desktop app does, with its pinned host keys. Keys of `~/.ssh` that the person
 * uploaded are named, because ssh tries only a few names by itself; where there are none, a key of our own with a
 * certificate takes their place. @throws Failure for a workspace that isn't theirs
 */
export async function prepareSsh(connection: Connection, name: string): Promise<PreparedSsh> {
  const { client, server } = connection;
  const { id } = await findWorkspace(client, name);
  const workspace = await client.getWorkspace({ params: { workspaceID: id } });
  if (!workspace.may.open) throw new Failure(EXIT.notFound, `You can’t open ${plain(workspace.name)}.`, ASK_FOR_ACCESS);
  const [{ sshKeys }, local] = await Promise.all([client.listSshKeys(), localKeys()]);
  const uploaded = new Set(sshKeys.map(({ public_key }) => publicPart(public_key)));
  const uploadedHere = local.filter(({ publicKey }) => uploaded.has(publicKey)).map(({ file }) => file);
  const certified = uploadedHere.length === 0 ? await certifiedKey(connection, folderOf(server)) : null;
  const { host, port, user, host_keys: hostKeys } = workspace.ssh;
  const parsed = sshTargetSchema.safeParse({
    workspaceId: id,
    name: workspace.name,
    slug: workspace.slug,
    host,
    port,
    user,
    hostKeys,
    keyFiles: certified ? [certified] : uploadedHere,
    renewCommand: certified ? renewCommand(process.argv) : null,
  });
  if (!parsed.success) throw new Failure(EXIT.failed, 'The server’s answer about SSH can’t be used.', UPDATE);
  const config = await writeSshConfig(sshPlace(server), parsed.data);
  if (config.problem) note(config.problem);
  const options = config.problem || sshLooksElsewhere() ? ['-F', config.file] : [];
  return { workspace, alias: hostAlias(parsed.data), config, options };
}

/** OpenSSH takes the home folder from the system's accounts; jobs and containers often have another one in `HOME`. */
function sshLooksElsewhere(): boolean {
  return os.userInfo().homedir !== os.homedir();
}

/** Removes what `prepareSsh` wrote for this server. */
export async function forgetSsh(server: string): Promise<void> {
  await removeSshConfig(sshPlace(server), accountOf(server));
  await forgetCertifiedKeys(folderOf(server));
}

/** Renews the certificate of this login, if it has one that ends soon. */
export async function renewCertificate(connection: Connection): Promise<void> {
  await certifiedKey(connection, folderOf(connection.server));
}

const folderOf = (server: string) => sshFolder(sshPlace(server));

/** A folder of its own beside those of the app's accounts. */
const accountOf = (server: string) => `cli-${createHash('sha256').update(server).digest('hex').slice(0, 12)}`;

function sshPlace(server: string): SshPlace {
  const account = {
    id: accountOf(server),
    origin: server,
    label: null,
    preferences: preferencesSchema.parse({}),
    agentHosts: [],
  };
  const silent = () => undefined;
  return {
    folder: appFolder(),
    home: os.homedir(),
    log: { info: silent, warn: silent, error: silent },
    settings: { data: { version: 1, accounts: [account], activeAccountId: account.id, window: null } },
  };
}
