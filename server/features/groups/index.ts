export { administeredGroups, administers, administersUser, requirePeopleManager, visibleTo } from './access.ts';
export { groupsOf, leaveGroups, rejoinGroups, setGroupsOf, type UserGroup } from './groups-of.ts';
export { listGroupNames } from './list-groups.ts';
export type { GroupSecrets } from './secrets-of-groups.ts';
