import * as activity from '#shared/features/activity/contract.ts';
import * as audit from '#shared/features/audit/contract.ts';
import * as auth from '#shared/features/auth/contract.ts';
import * as device from '#shared/features/auth/device.ts';
import * as federated from '#shared/features/auth/federated.ts';
import * as impersonation from '#shared/features/auth/impersonation.ts';
import * as cards from '#shared/features/billing/cards.ts';
import * as billing from '#shared/features/billing/contract.ts';
import * as desktop from '#shared/features/desktop/contract.ts';
import * as groups from '#shared/features/groups/contract.ts';
import * as hosts from '#shared/features/hosts/contract.ts';
import * as organizations from '#shared/features/organizations/contract.ts';
import * as pool from '#shared/features/pool/contract.ts';
import * as prebuilds from '#shared/features/prebuilds/contract.ts';
import * as profile from '#shared/features/profile/contract.ts';
import * as oauth from '#shared/features/profile/oauth.ts';
import * as search from '#shared/features/search/contract.ts';
import * as secrets from '#shared/features/secrets/contract.ts';
import * as services from '#shared/features/services/contract.ts';
import * as sharing from '#shared/features/sharing/contract.ts';
import * as editorSharing from '#shared/features/sharing/editor.ts';
import * as snapshots from '#shared/features/snapshots/contract.ts';
import * as sshKeys from '#shared/features/ssh-keys/contract.ts';
import * as support from '#shared/features/support/contract.ts';
import * as surveys from '#shared/features/surveys/contract.ts';
import * as tasks from '#shared/features/tasks/contract.ts';
import * as templates from '#shared/features/templates/contract.ts';
import * as users from '#shared/features/users/contract.ts';
import * as awake from '#shared/features/workspaces/awake.ts';
import * as workspaces from '#shared/features/workspaces/contract.ts';
import * as fork from '#shared/features/workspaces/fork.ts';
import * as options from '#shared/features/workspaces/options.ts';
import * as ports from '#shared/features/workspaces/ports.ts';
import * as repository from '#shared/features/workspaces/repository.ts';
import * as points from '#shared/features/workspaces/restore-points.ts';

/**
 * Everything the files of the contract export; the routes among it are the client's calls, by their names. The build
 * puts a table of methods and paths in place of this file, so that no schema is loaded: see `build-cli.ts`.
 */
export const contract = {
  ...activity,
  ...audit,
  ...auth,
  ...device,
  ...federated,
  ...impersonation,
  ...cards,
  ...billing,
  ...desktop,
  ...groups,
  ...hosts,
  ...organizations,
  ...pool,
  ...prebuilds,
  ...profile,
  ...oauth,
  ...search,
  ...secrets,
  ...services,
  ...sharing,
  ...editorSharing,
  ...snapshots,
  ...sshKeys,
  ...support,
  ...surveys,
  ...tasks,
  ...templates,
  ...users,
  ...awake,
  ...workspaces,
  ...fork,
  ...options,
  ...ports,
  ...repository,
  ...points,
};
