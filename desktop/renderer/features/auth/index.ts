export { forManagers } from './for-managers.tsx';
export { ImpersonationBanner } from './ImpersonationBanner.tsx';
export { leaveForProvider } from './leave-for-provider.ts';
export { PasswordHelp } from './PasswordHelp.tsx';
export { currentUserQuery, useCurrentUser } from './queries.ts';
export { UniqueField } from './UniqueField.tsx';
export { useAvailability } from './use-availability.ts';
export { useChosenPreferences, usePreferences } from './use-preferences.ts';
