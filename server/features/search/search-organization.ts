import type { SearchResults } from '#shared/features/search/contract.ts';
import { containing } from '../../platform/containing.ts';
import type { Context } from '../context.ts';
import { findHosts } from './find-hosts.ts';
import { findPeople } from './find-people.ts';
import { findServices } from './find-services.ts';
import { findSnapshots } from './find-snapshots.ts';
import { findSshKeys } from './find-ssh-keys.ts';
import { findTemplates } from './find-templates.ts';
import { findWorkspaces } from './find-workspaces.ts';

/** A few results of each kind: what the person sees in the lists and whose name contains `text`. */
export async function searchOrganization(context: Context, input: { text: string }): Promise<SearchResults> {
  const pattern = containing(input.text);
  const [workspaces, keys, people, hosts, services, snapshots, templates] = await Promise.all([
    findWorkspaces(context, pattern),
    findSshKeys(context, pattern),
    findPeople(context, pattern),
    findHosts(context, pattern),
    findServices(context, pattern),
    findSnapshots(context, pattern),
    findTemplates(context, pattern),
  ]);
  return {
    Workspaces: workspaces,
    'SSH Keys': keys,
    People: people,
    Hosts: hosts,
    Services: services,
    Snapshots: snapshots,
    Templates: templates,
  };
}
