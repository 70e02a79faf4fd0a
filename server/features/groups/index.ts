export { administers, administersUser, isOwnOrInGroup, requirePeopleManager } from './access.ts';
export { groupsOf, leaveGroups, setGroupsOf } from './groups-of.ts';
export { listGroupNames } from './list-groups.ts';
