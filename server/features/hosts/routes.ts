import * as contract from '#shared/features/hosts/contract.ts';
import { say } from '../../platform/say.ts';
import { serverOptions } from '../billing/index.ts';
import { requireManager } from '../people/index.ts';
import { changing, done, type RegisterRoutes } from '../routing.ts';
import { addHost } from './add-host.ts';
import { cancelDeleteHost, deleteHost } from './delete-host.ts';
import { getHost, getHostSetup, listHostContainers } from './get-host.ts';
import { listHosts } from './list-hosts.ts';
import { updateHost } from './update-host.ts';

export const hostRoutes: RegisterRoutes = (mount) => {
  mount(contract.listHosts, (context, { query }) => listHosts(context, query));
  // Before {serverID}, which would match this name too.
  mount(contract.listHostOptions, async (context) => {
    requireManager(context.actor);
    return { options: [...serverOptions()] };
  });
  mount(contract.getHost, (context, { params }) => getHost(context, { id: params.serverID }));
  mount(contract.getHostSetup, async (context, { params }) => ({
    messages: await getHostSetup(context, { id: params.serverID }),
  }));
  mount(contract.listHostContainers, (context, { params }) => listHostContainers(context, { id: params.serverID }));
  mount(contract.addHost, async (context, { body }) => {
    const { name, server_option_id: serverOptionId, dry_run: dryRun, at, card_amount: cardAmount } = body;
    const { hostId, charge } = await addHost(context, { name, serverOptionId, dryRun, at, cardAmount });
    return { success: true as const, errors: [], hostID: hostId, charge };
  });
  mount(contract.updateHost, async (context, { params, body }) => {
    await updateHost(context, { id: params.serverID, name: body.name });
    return done(say('hosts.updated'));
  });
  mount(contract.deleteHost, async (context, { params }) => {
    const ends = await deleteHost(context, { id: params.serverID });
    return { ...done(say('hosts.willBeDeleted')), scheduled_delete_date: ends.toISOString() };
  });
  mount(contract.cancelDeleteHost, changing('serverID', cancelDeleteHost, say('hosts.deletionCancelled')));
};
