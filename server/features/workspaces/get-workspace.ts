import { eq } from 'drizzle-orm';
import type { Workspace } from '#shared/features/workspaces/contract.ts';
import { shownHostKeys } from '../../gateway/ssh/shown-host-keys.ts';
import { hasScope } from '../auth/index.ts';
import { databases, languages } from '../catalogue/index.ts';
import type { Context } from '../context.ts';
import { hostNames } from '../hosts/index.ts';
import { findInstance, presentChanges } from '../instances/index.ts';
import { sshKeys, users } from '../people/tables.ts';
import { findForkSource, findOrigin, restorableUntil } from '../snapshots/index.ts';
import { templateOf } from './from-template.ts';
import { workspaceKind } from './kind.ts';
import { moveDateOf } from './move-off.ts';
import { otherPortsOf, portLinksOf, publicUntil, visibilityOf, visitorsOf } from './port-visitors.ts';
import { tcpPortsOf } from './ports.ts';
import { portMapping, presentRow, sshAccess } from './presenter.ts';
import { lostMachineOf } from './start-elsewhere.ts';

/**
 * One workspace with all its details. Everyone who may open it gets the database password: who sees it, but for tokens
 * that only read. @throws NotFound
 */
export async function getWorkspace(context: Context, input: { id: string }): Promise<Workspace> {
  const { actor, config, db, secrets } = context;
  const workspace = await findInstance(db, workspaceKind, actor, input.id);
  const [
    [user],
    [key],
    changes,
    languageOptions,
    databaseOptions,
    hostKeys,
    tcpPorts,
    portLinks,
    otherPorts,
    snapshot,
    forkedFrom,
    template,
  ] = await Promise.all([
    db.select({ name: users.name }).from(users).where(eq(users.id, workspace.userId)),
    workspace.sshKeyId ? db.select({ name: sshKeys.name }).from(sshKeys).where(eq(sshKeys.id, workspace.sshKeyId)) : [],
    presentChanges(db, workspace.id),
    languages(context),
    databases(context),
    shownHostKeys(db),
    tcpPortsOf(db, workspace.id),
    portLinksOf(context, workspace.id),
    otherPortsOf(context, workspace.id),
    findOrigin(db, actor, workspace.snapshotId),
    findForkSource(db, workspace.id),
    templateOf(db, workspace),
  ]);
  const visitors = visitorsOf(workspace, portLinks, otherPorts);
  const hosts = await hostNames(context, [workspace.serverId]);
  const catalogue = { languages: languageOptions, databases: databaseOptions, hosts };
  const database = databaseOptions.find((option) => option.id === workspace.database);
  const restorable = await restorableUntil(db, workspace.status === 'Deleted' ? [workspace.id] : []);
  return {
    ...presentRow(context, catalogue, workspace, user?.name ?? '', restorable.get(workspace.id)),
    slug: workspace.slug,
    port_3000: workspace.port3000,
    port_3030: workspace.port3030,
    port_3000_pass_host: workspace.port3000PassHost,
    port_3030_pass_host: workspace.port3030PassHost,
    port_3000_visibility: visibilityOf(visitors, 3000),
    port_3030_visibility: visibilityOf(visitors, 3030),
    port_3000_public_until: publicUntil(visitors, 3000),
    port_3030_public_until: publicUntil(visitors, 3030),
    use_ssl: workspace.useSsl,
    port_mapping: portMapping(config, workspace, tcpPorts),
    ssh_key_id: workspace.sshKeyId,
    ssh_key_name: key?.name ?? null,
    ssh: { ...sshAccess(config, workspace.slug), host_keys: hostKeys },
    keep_awake_date: workspace.keepAwakeUntil?.toISOString() ?? null,
    warm_sleep_flag: workspace.warmSleep,
    hourly_points_flag: workspace.hourlyPoints,
    held:
      workspace.status === 'Active' && workspace.heldCommand !== null && workspace.heldSince
        ? { command: workspace.heldCommand, since_date: workspace.heldSince.toISOString() }
        : null,
    deployment_type: workspace.snapshotId ? 'snapshot' : 'new_container',
    // The copy of a fork is nobody's snapshot.
    snapshot_id: forkedFrom ? null : workspace.snapshotId,
    snapshot: forkedFrom ? null : snapshot,
    forked_from: forkedFrom,
    ide_image_id: workspace.ide,
    template,
    database_password:
      workspace.databasePassword && hasScope(actor, 'use') ? secrets.open(workspace.databasePassword) : null,
    database_user: workspace.databasePassword ? (database?.user ?? null) : null,
    lost_machine: await lostMachineOf(context, workspace),
    move_date: await moveDateOf(context, workspace),
    status_changes: changes,
  };
}
