import * as contract from '#shared/features/services/contract.ts';
import { say } from '../../platform/say.ts';
import { findInstance, readMessages, restartInstance, startInstance, stopInstance } from '../instances/index.ts';
import { changing, done, type RegisterRoutes } from '../routing.ts';
import { snapshotInstance } from '../snapshots/index.ts';
import { addService } from './add-service.ts';
import { deleteService, restoreService } from './delete-service.ts';
import { getService } from './get-service.ts';
import { serviceKind } from './kind.ts';
import { browseServices, listServerOptions, listUserOptions } from './list-options.ts';
import { listServices } from './list-services.ts';
import { updateService } from './update-service.ts';

const act = (verb: typeof stopInstance, message: string) =>
  changing('organizationServiceID', (context, input) => verb(context, serviceKind, input), message);

export const serviceRoutes: RegisterRoutes = (mount) => {
  mount(contract.listServices, (context, { query }) => {
    const { user, ...filters } = query;
    return listServices(context, { ...filters, userId: user });
  });

  // Before {organizationServiceID}, which would match these names too.
  mount(contract.browseServices, async (context, { query }) => ({
    items: browseServices(context, { serviceId: query.service_id }),
  }));
  mount(contract.serviceServerOptions, async (context) => ({ items: await listServerOptions(context) }));
  mount(contract.serviceUserOptions, (context, { query }) => listUserOptions(context, { serviceId: query.service_id }));

  mount(contract.getService, (context, { params }) => getService(context, { id: params.organizationServiceID }));
  mount(contract.serviceSetup, async (context, { params }) => {
    const { id } = await findInstance(context.db, serviceKind, context.actor, params.organizationServiceID);
    return { messages: await readMessages(context, serviceKind, id) };
  });
  mount(contract.addService, async (context, { body }) => {
    const { id } = await addService(context, {
      name: body.name,
      catalogueId: body.service_id,
      serverId: body.server_id,
      userId: body.user_id,
      snapshotId: body.deployment_type === 'snapshot' ? body.snapshot_id : undefined,
      cpuCores: body.cpu_cores,
      memoryMb: body.memory_gb * 1024,
      diskGb: body.disk_gb,
      dockerPrivilege: body.docker_privilege_flag,
      properties: body.environment_properties,
    });
    return { ...done(say('services.created')), id, organizationServiceID: id };
  });
  mount(contract.updateService, async (context, { params, body }) => {
    const { name, delete_protect_flag: deleteProtect } = body;
    await updateService(context, { id: params.organizationServiceID, name, deleteProtect });
    return done(say('services.updated'));
  });
  mount(contract.startService, act(startInstance, say('services.starting')));
  mount(contract.stopService, act(stopInstance, say('services.stopped')));
  mount(contract.restartService, act(restartInstance, say('services.restarting')));
  mount(contract.deleteService, changing('organizationServiceID', deleteService, say('services.deleted')));
  mount(contract.restoreService, changing('organizationServiceID', restoreService, say('services.restored')));
  mount(contract.snapshotService, async (context, { params }) => {
    const { id } = await snapshotInstance(context, serviceKind, { id: params.organizationServiceID });
    return { ...done(say('services.snapshotStarted')), id, snapshotID: id };
  });
};
