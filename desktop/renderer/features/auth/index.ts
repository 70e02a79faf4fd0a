export { ForManagers } from './ForManagers.tsx';
export { isManager } from './is-manager.ts';
export { PasswordHelp } from './PasswordHelp.tsx';
export { currentUserQuery, useCurrentUser } from './queries.ts';
export { UniqueField } from './UniqueField.tsx';
export { useAvailability } from './use-availability.ts';
