import type { Workspace, WorkspaceRow } from '#shared/features/workspaces/contract.ts';
import { PORTS } from '#shared/features/workspaces/model.ts';
import type { PortMapping } from '#shared/features/workspaces/ports.ts';
import type { Config } from '../../platform/config.ts';
import { say } from '../../platform/say.ts';
import { describe, describeLanguages, type SoftwareOption } from '../catalogue/index.ts';
import type { Context } from '../context.ts';
import { instanceUrl, presentInstance } from '../instances/index.ts';
import { permissions, type WorkspaceRecord } from './access.ts';
import { pauseDate } from './idle.ts';
import { portModes } from './ports.ts';

interface Names {
  languages: SoftwareOption[];
  databases: SoftwareOption[];
  /** Names of the hosts that the shown workspaces are on, by id. */
  hosts?: ReadonlyMap<string, string>;
}

export function sshAccess(config: Config, slug: string): Omit<Workspace['ssh'], 'host_keys'> {
  const { sshHost: host, sshPublicPort: port } = config;
  return { host, port, user: slug, command: `ssh${port === 22 ? '' : ` -p ${port}`} ${slug}@${host}` };
}

/** The http address of a port; 3000 and 3030 have one only while they are open. */
export function portAddress(
  config: Config,
  { slug, useSsl }: Pick<WorkspaceRecord, 'slug' | 'useSsl'>,
  port: number,
): string {
  const scheme = config.https && useSsl ? 'https' : 'http';
  return `${scheme}://${slug}-${port}.${config.workspaceDomain}${config.workspaceUrlSuffix}`;
}

/**
 * The address of each port. It is https only if the installation is: `use_ssl` can turn it off, not on.
 * @param tcpPorts ports inside → ports of the gateway
 */
export function portMapping(
  config: Config,
  workspace: Pick<WorkspaceRecord, 'slug' | 'useSsl' | 'port3000' | 'port3030'>,
  tcpPorts: ReadonlyMap<number, number>,
): PortMapping[] {
  const modes = portModes(workspace);
  return PORTS.map((port) => {
    const published = tcpPorts.get(port);
    const addresses = {
      http: portAddress(config, workspace, port),
      tcp: published === undefined ? null : `${config.sshHost}:${published}`,
      disabled: null,
    };
    return { port, mode: modes[port], address: addresses[modes[port]] };
  });
}

/** What an Offline one holds: its programs too, or only its files. */
function sleepOf({ status, asleepSince }: WorkspaceRecord): WorkspaceRow['sleep'] {
  if (status !== 'Offline') return null;
  return asleepSince === null ? 'cold' : 'warm';
}

/** The fields of a list row. */
export function presentRow(
  { actor, config }: Pick<Context, 'actor' | 'config'>,
  names: Names,
  workspace: WorkspaceRecord,
  userName: string,
  restorableUntil?: Date,
): WorkspaceRow {
  const language = describeLanguages(names.languages, workspace);
  const database = describe(names.databases, { id: workspace.database, version: null });
  const may = permissions(actor, workspace);
  return {
    ...presentInstance(workspace, userName),
    workspace_status: workspace.status,
    sleep: sleepOf(workspace),
    asleep_date: workspace.asleepSince?.toISOString() ?? null,
    // One without a web IDE opens in its terminal.
    url:
      workspace.ide === 'none'
        ? `${config.publicUrl}/workspaces/terminal/${workspace.id}`
        : instanceUrl(config, workspace.slug),
    server_name:
      workspace.serverId === 'shared'
        ? say('workspaces.sharedType')
        : (names.hosts?.get(workspace.serverId) ?? say('workspaces.hostType')),
    language: language.value,
    more_languages: language.more,
    language_name: language.name,
    database: database.value,
    database_name: database.name,
    git_url: workspace.gitUrl,
    git_ref: workspace.gitRef,
    keepalive_flag: workspace.keepalive,
    last_access_date: workspace.lastAccessAt?.toISOString() ?? null,
    pause_date: pauseDate(workspace)?.toISOString() ?? null,
    restorable_until: restorableUntil?.toISOString() ?? null,
    scheduled_delete_date:
      workspace.status === 'Pending Deletion' ? (workspace.scheduledDeleteAt?.toISOString() ?? null) : null,
    may: { ...may, restore: may.restore && restorableUntil !== undefined },
  };
}
