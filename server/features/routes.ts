import { activityRoutes } from './activity/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { deviceRoutes } from './auth/device/routes.ts';
import { authRoutes } from './auth/routes.ts';
import { cardRoutes } from './billing/card-routes.ts';
import { billingRoutes } from './billing/routes.ts';
import { desktopRoutes } from './desktop/routes.ts';
import { entranceRoutes } from './entrance/routes.ts';
import { groupRoutes } from './groups/routes.ts';
import { hostRoutes } from './hosts/routes.ts';
import { organizationRoutes } from './organizations/routes.ts';
import { poolRoutes } from './pool/routes.ts';
import { prebuildRoutes } from './prebuilds/routes.ts';
import { oauthRoutes } from './profile/oauth/routes.ts';
import { profileRoutes } from './profile/routes.ts';
import type { RegisterRoutes } from './routing.ts';
import { nameThings } from './search/name-things.ts';
import { searchRoutes } from './search/routes.ts';
import { secretsOfGroups } from './secrets/of-groups.ts';
import { secretRoutes } from './secrets/routes.ts';
import { serviceRoutes } from './services/routes.ts';
import { editorSharingRoutes } from './sharing/editor-routes.ts';
import { sharingRoutes } from './sharing/routes.ts';
import { snapshotRoutes } from './snapshots/routes.ts';
import { sshKeyRoutes } from './ssh-keys/routes.ts';
import { stackRoutes } from './stacks/routes.ts';
import { supportRoutes } from './support/routes.ts';
import { surveyRoutes } from './surveys/routes.ts';
import { taskRoutes } from './tasks/routes.ts';
import { templateRoutes } from './templates/routes.ts';
import { userRoutes } from './users/routes.ts';
import { repositoryRoutes } from './workspaces/repository-routes.ts';
import { workspaceRoutes } from './workspaces/routes.ts';

/** Every slice's routes, in the order of the menu. */
export const routes: RegisterRoutes[] = [
  authRoutes,
  deviceRoutes,
  desktopRoutes,
  organizationRoutes,
  cardRoutes,
  billingRoutes,
  supportRoutes,
  surveyRoutes,
  profileRoutes,
  oauthRoutes,
  sshKeyRoutes,
  secretRoutes,
  stackRoutes,
  serviceRoutes,
  snapshotRoutes,
  templateRoutes,
  prebuildRoutes,
  repositoryRoutes,
  workspaceRoutes,
  sharingRoutes,
  editorSharingRoutes,
  taskRoutes,
  activityRoutes,
  groupRoutes(secretsOfGroups),
  userRoutes,
  entranceRoutes,
  hostRoutes,
  poolRoutes,
  auditRoutes(nameThings),
  searchRoutes,
];
