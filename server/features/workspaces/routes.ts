import type { z } from 'zod';
import { listSecretWorkspaces as secretWorkspaces } from '#shared/features/secrets/contract.ts';
import { listKeyWorkspaces as keyWorkspaces } from '#shared/features/ssh-keys/contract.ts';
import * as awake from '#shared/features/workspaces/awake.ts';
import * as contract from '#shared/features/workspaces/contract.ts';
import * as fork from '#shared/features/workspaces/fork.ts';
import * as options from '#shared/features/workspaces/options.ts';
import * as ports from '#shared/features/workspaces/ports.ts';
import * as points from '#shared/features/workspaces/restore-points.ts';
import { say } from '../../platform/say.ts';
import {
  deleteInstance,
  findInstance,
  readMessages,
  restartInstance,
  startInstance,
  stopInstance,
} from '../instances/index.ts';
import { changing, done, type RegisterRoutes } from '../routing.ts';
import { snapshotInstance } from '../snapshots/index.ts';
import { addWorkspace } from './add-workspace.ts';
import { cancelDeletion } from './cancel-deletion.ts';
import { forkWorkspace } from './fork-workspace.ts';
import { getWorkspace } from './get-workspace.ts';
import { getWorkspaceUsage } from './get-workspace-usage.ts';
import { goBack } from './go-back.ts';
import { holdWorkspace, releaseWorkspace } from './hold-workspace.ts';
import { keepAwake } from './keep-awake.ts';
import { workspaceKind } from './kind.ts';
import { listIdleWarnings } from './list-idle-warnings.ts';
import { listKeyWorkspaces } from './list-key-workspaces.ts';
import {
  listDatabaseOptions,
  listIdeImageIndustries,
  listIdeImages,
  listLanguageOptions,
  listServerOptions,
  listUserOptions,
} from './list-options.ts';
import { listPorts } from './list-ports.ts';
import { listRestorePoints } from './list-restore-points.ts';
import { listSecretWorkspaces } from './list-secret-workspaces.ts';
import { listWorkspaces } from './list-workspaces.ts';
import { restoreWorkspace } from './restore-workspace.ts';
import { setPortVisibility } from './set-port-visibility.ts';
import { setPublicLinks } from './set-public-links.ts';
import { startElsewhere } from './start-elsewhere.ts';
import { updateWorkspace } from './update-workspace.ts';

/** Fields of a form that mean the same when adding and when changing. */
const choicesOf = (body: z.infer<typeof contract.updateWorkspaceBody>) => ({
  cpuCores: body.cpu_cores,
  memoryGb: body.memory_gb,
  diskGb: body.disk_gb,
  port3000: body.port_3000,
  port3030: body.port_3030,
  port3000PassHost: body.port_3000_pass_host,
  port3030PassHost: body.port_3030_pass_host,
  useSsl: body.use_ssl,
  keepalive: body.keepalive_flag,
  keepaliveMove: body.keepalive_move,
  warmSleep: body.warm_sleep_flag,
  hourlyPoints: body.hourly_points_flag,
  deleteProtect: body.delete_protect_flag,
});

const act = (verb: typeof stopInstance, message: string) =>
  changing('workspaceID', (context, input) => verb(context, workspaceKind, input), message);

export const workspaceRoutes: RegisterRoutes = (mount) => {
  mount(contract.listWorkspaces, (context, { query }) => {
    const { user, ...filters } = query;
    return listWorkspaces(context, { ...filters, userId: user });
  });

  // Before {workspaceID}, which would match these names too.
  mount(options.serverOptions, async (context) => ({ items: await listServerOptions(context) }));
  mount(options.userOptions, (context) => listUserOptions(context));
  mount(options.languageOptions, async (context) => ({ items: await listLanguageOptions(context) }));
  mount(options.databaseOptions, async (context) => ({ items: await listDatabaseOptions(context) }));

  mount(awake.idleWarnings, async (context) => ({ items: await listIdleWarnings(context) }));

  mount(contract.getWorkspace, (context, { params }) => getWorkspace(context, { id: params.workspaceID }));
  mount(contract.workspaceSetup, async (context, { params }) => {
    const { id } = await findInstance(context.db, workspaceKind, context.actor, params.workspaceID);
    return { messages: await readMessages(context, workspaceKind, id) };
  });
  mount(contract.workspaceUsage, (context, { params }) => getWorkspaceUsage(context, { id: params.workspaceID }));
  mount(options.ideImages, async () => ({ items: listIdeImages() }));
  mount(options.ideImageIndustries, async () => ({ industries: listIdeImageIndustries() }));
  mount(secretWorkspaces, async (context, { params }) => ({
    workspaces: await listSecretWorkspaces(context, { id: params.secretID }),
  }));
  mount(keyWorkspaces, async (context, { params }) => ({
    workspaces: await listKeyWorkspaces(context, { id: params.sshKeyID }),
  }));
  mount(contract.addWorkspace, async (context, { body }) => {
    const { id } = await addWorkspace(context, {
      ...choicesOf(body),
      name: body.name,
      userId: body.user_id,
      sshKeyId: body.ssh_key_id,
      serverId: body.server_id,
      language: body.language,
      moreLanguages: body.more_languages,
      database: body.database,
      templateId: body.template_id,
      snapshotId: body.deployment_type === 'snapshot' ? body.snapshot_id : undefined,
      gitUrl: body.git_url,
      gitRef: body.git_ref,
      sample: body.sample,
      deployKeyId: body.deploy_key_id,
      ide: body.ide_image_id,
    });
    return { ...done(say('workspaces.created')), id, workspaceID: id };
  });
  mount(contract.updateWorkspace, async (context, { params, body }) => {
    const { nextStart } = await updateWorkspace(context, {
      ...choicesOf(body),
      id: params.workspaceID,
      name: body.name,
      sshKeyId: body.ssh_key_id,
    });
    const message = nextStart.length > 0 ? say('workspaces.updatedAtNextStart') : say('workspaces.updated');
    return { ...done(message), next_start: nextStart };
  });
  mount(fork.forkWorkspace, async (context, { params, body }) => {
    const { id, note } = await forkWorkspace(context, {
      id: params.workspaceID,
      name: body.name,
      serverId: body.server_id,
      sshKeyId: body.ssh_key_id,
    });
    return { ...done(note ?? say('workspaces.forkCreated')), id, workspaceID: id };
  });
  mount(points.listRestorePoints, (context, { params }) => listRestorePoints(context, { id: params.workspaceID }));
  mount(points.goBack, async (context, { params }) => {
    await goBack(context, { id: params.workspaceID, pointId: params.pointID });
    return done(say('workspaces.goesBack'));
  });
  mount(contract.startWorkspace, act(startInstance, say('workspaces.starting')));
  mount(contract.stopWorkspace, act(stopInstance, say('workspaces.stopped')));
  mount(awake.keepAwake, async (context, { params }) => {
    const until = await keepAwake(context, { id: params.workspaceID });
    return { ...done(say('workspaces.keptAwake')), keep_awake_date: until.toISOString() };
  });
  mount(awake.holdWorkspace, async (context, { params }) => {
    const command = await holdWorkspace(context, { id: params.workspaceID });
    return done(say('workspaces.heldFor', { command }));
  });
  mount(awake.releaseWorkspace, changing('workspaceID', releaseWorkspace, say('workspaces.released')));
  mount(ports.workspacePorts, async (context, { params }) => ({
    ports: await listPorts(context, { id: params.workspaceID }),
  }));
  mount(ports.publicLinks, async (context, { body }) => {
    await setPublicLinks(context, body);
    return { success: true as const };
  });
  mount(ports.portVisibility, async (context, { params, body }) => {
    const link = await setPortVisibility(context, { id: params.workspaceID, ...body });
    const message = link ? say('workspaces.publicLinkCreated') : say('workspaces.portUpdated');
    return { ...done(message), url: link?.url ?? null, public_until: link?.endsAt.toISOString() ?? null };
  });
  mount(contract.restartWorkspace, act(restartInstance, say('workspaces.restarting')));
  mount(contract.snapshotWorkspace, async (context, { params }) => {
    const { id } = await snapshotInstance(context, workspaceKind, { id: params.workspaceID });
    return { ...done(say('services.snapshotStarted')), id, snapshotID: id };
  });
  mount(contract.startWorkspaceElsewhere, changing('workspaceID', startElsewhere, say('workspaces.startingElsewhere')));
  mount(contract.restoreWorkspace, changing('workspaceID', restoreWorkspace, say('workspaces.restored')));
  mount(contract.cancelDeleteWorkspace, changing('workspaceID', cancelDeletion, say('workspaces.deletionCancelled')));
  mount(contract.deleteWorkspace, act(deleteInstance, say('workspaces.deleted')));
};
