/** What the first page behind the login is made of: the build keeps it in one file. */
export { askForWorkspaces } from '../features/workspaces/ask-for-workspaces.ts';
export { WorkspacesPage } from '../features/workspaces/WorkspacesPage.tsx';
export { AppLayout } from './layouts/AppLayout.tsx';
export { RequireSession } from './RequireSession.tsx';
