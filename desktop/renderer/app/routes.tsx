import { Navigate, type RouteObject } from 'react-router-dom';
import { LoginPage } from '../features/auth/LoginPage.tsx';
import { sessionKey } from '../lib/session.ts';
import { SESSION_ROUTE } from './ask-ahead.ts';
import { FirstLoad } from './layouts/FirstLoad.tsx';
import { MinimalLayout } from './layouts/MinimalLayout.tsx';
import { layout, page } from './lazy-page.tsx';
import { CrashPage } from './pages/CrashPage.tsx';

/** Open to everyone. */
const publicPages: RouteObject[] = [
  // Not lazy: most people see it first, and a second round trip would only delay it.
  { path: '/login', Component: LoginPage },
  page('/signup', () => import('../features/auth/SignupPage.tsx').then((m) => m.SignupPage)),
  page('/forgotpassword', () => import('../features/auth/ForgotPasswordPage.tsx').then((m) => m.ForgotPasswordPage)),
  page('/users/updatepassword', () =>
    import('../features/auth/UpdatePasswordPage.tsx').then((m) => m.UpdatePasswordPage),
  ),
  page('/users/switchBack', () => import('../features/auth/SwitchBackPage.tsx').then((m) => m.SwitchBackPage)),
  page('/users/confirmemail', () => import('../features/auth/ConfirmEmailPage.tsx').then((m) => m.ConfirmEmailPage)),
  page('/logout', () => import('../features/auth/LogoutPage.tsx').then((m) => m.LogoutPage)),
  page(
    '/betaQuestionnaire',
    () => import('../features/surveys/BetaQuestionnairePage.tsx').then((m) => m.BetaQuestionnairePage),
    ['surveys'],
  ),
  page('/desktop/login', () => import('../features/computer/DesktopLoginPage.tsx').then((m) => m.DesktopLoginPage), [
    'computer',
  ]),
  page('/terms', () => import('./pages/LegalPages.tsx').then((m) => m.TermsPage), ['legal']),
  page('/privacy', () => import('./pages/LegalPages.tsx').then((m) => m.PrivacyPage), ['legal']),
  page('*', () => import('./pages/NotFoundPage.tsx').then((m) => m.NotFoundPage)),
];

/** The four setup steps for an owner. */
const wizardPages: RouteObject[] = [
  page('/wizard/step1', () => import('../features/organizations/WizardStep1Page.tsx').then((m) => m.WizardStep1Page), [
    'wizard',
    'surveys',
  ]),
  page('/wizard/step2', () => import('../features/organizations/WizardStep2Page.tsx').then((m) => m.WizardStep2Page), [
    'wizard',
    'billing',
  ]),
  page('/wizard/step3', () => import('../features/organizations/WizardStep3Page.tsx').then((m) => m.WizardStep3Page), [
    'wizard',
    'sshKeys',
  ]),
  page('/wizard/step4', () => import('../features/organizations/WizardStep4Page.tsx').then((m) => m.WizardStep4Page), [
    'wizard',
    'workspaces',
    'sshKeys',
  ]),
];

/** Everything behind the sidebar. Paths match in any case: /sshkeys opens too. */
const appPages: RouteObject[] = [
  page('/workspaces', () => import('../features/workspaces/WorkspacesPage.tsx').then((m) => m.WorkspacesPage), [
    'workspaces',
    'tour',
  ]),
  page('/workspaces/add', () => import('../features/workspaces/AddWorkspacePage.tsx').then((m) => m.AddWorkspacePage), [
    'workspaces',
    'repository',
    'sshKeys',
    'snapshots',
  ]),
  page(
    '/workspaces/pending/:id',
    () => import('../features/workspaces/PendingWorkspacePage.tsx').then((m) => m.PendingWorkspacePage),
    ['workspaces'],
  ),
  page('/workspaces/snapshots', () => import('../features/snapshots/SnapshotsPage.tsx').then((m) => m.SnapshotsPage), [
    'snapshots',
  ]),
  page(
    '/workspaces/edit/:id',
    () => import('../features/workspaces/EditWorkspacePage.tsx').then((m) => m.EditWorkspacePage),
    ['workspaces', 'repository', 'ports', 'sshKeys', 'snapshots', 'activity', 'computer', 'terminal'],
  ),
  page('/hosts', () => import('../features/hosts/HostsPage.tsx').then((m) => m.HostsPage), ['hosts']),
  page('/hosts/add', () => import('../features/hosts/AddHostPage.tsx').then((m) => m.AddHostPage), [
    'hosts',
    'users',
    'billing',
  ]),
  page('/hosts/pending/:id', () => import('../features/hosts/PendingHostPage.tsx').then((m) => m.PendingHostPage), [
    'hosts',
    'workspaces',
  ]),
  page('/hosts/edit/:id', () => import('../features/hosts/EditHostPage.tsx').then((m) => m.EditHostPage), ['hosts']),
  page('/services', () => import('../features/services/ServicesPage.tsx').then((m) => m.ServicesPage), [
    'services',
    'workspaces',
  ]),
  page(
    '/services/browse',
    () => import('../features/services/BrowseServicesPage.tsx').then((m) => m.BrowseServicesPage),
    ['services'],
  ),
  page('/services/add', () => import('../features/services/AddServicePage.tsx').then((m) => m.AddServicePage), [
    'services',
  ]),
  page(
    '/services/pending/:id',
    () => import('../features/services/PendingServicePage.tsx').then((m) => m.PendingServicePage),
    ['services', 'workspaces'],
  ),
  page('/services/edit/:id', () => import('../features/services/EditServicePage.tsx').then((m) => m.EditServicePage), [
    'services',
    'workspaces',
    'snapshots',
  ]),
  page('/users', () => import('../features/users/UsersPage.tsx').then((m) => m.UsersPage), ['users']),
  page('/users/add', () => import('../features/users/AddUserPage.tsx').then((m) => m.AddUserPage), [
    'users',
    'billing',
  ]),
  page('/users/edit/:id', () => import('../features/users/EditUserPage.tsx').then((m) => m.EditUserPage), [
    'users',
    'activity',
  ]),
  page('/users/delete/:id', () => import('../features/users/DeleteUserPage.tsx').then((m) => m.DeleteUserPage), [
    'users',
  ]),
  page('/users/beta', () => import('../features/surveys/BetaUsersPage.tsx').then((m) => m.BetaUsersPage), ['surveys']),
  page('/groups', () => import('../features/groups/GroupsPage.tsx').then((m) => m.GroupsPage), ['groups']),
  page('/groups/add', () => import('../features/groups/AddGroupPage.tsx').then((m) => m.AddGroupPage), ['groups']),
  page('/groups/edit/:id', () => import('../features/groups/EditGroupPage.tsx').then((m) => m.EditGroupPage), [
    'groups',
  ]),
  { path: '/organization', element: <Navigate to="/organization/edit" replace /> },
  page(
    '/organization/edit',
    () => import('../features/organizations/EditOrganizationPage.tsx').then((m) => m.EditOrganizationPage),
    ['organizations', 'billing', 'wizard'],
  ),
  page('/organization/share', () => import('../features/organizations/SharePage.tsx').then((m) => m.SharePage), [
    'organizations',
  ]),
  page('/organization/billing', () => import('../features/billing/BillingPage.tsx').then((m) => m.BillingPage), [
    'billing',
    'wizard',
  ]),
  page('/organization/invoices', () => import('../features/billing/InvoicesPage.tsx').then((m) => m.InvoicesPage), [
    'billing',
  ]),
  page('/organization/invoices/:id', () => import('./pages/InvoiceAndHostPage.tsx').then((m) => m.InvoiceAndHostPage), [
    'billing',
    'hosts',
  ]),
  page('/profile', () => import('../features/profile/ProfilePage.tsx').then((m) => m.ProfilePage), ['profile']),
  page('/organization/audit', () => import('../features/audit/AuditPage.tsx').then((m) => m.AuditPage), ['audit']),
  page('/sshKeys', () => import('../features/ssh-keys/SshKeysPage.tsx').then((m) => m.SshKeysPage), [
    'sshKeys',
    'computer',
  ]),
  page('/desktop', () => import('../features/computer/ComputerPage.tsx').then((m) => m.ComputerPage), ['computer']),
  page('/desktop/tunnels', () => import('../features/computer/TunnelsPage.tsx').then((m) => m.TunnelsPage), [
    'computer',
  ]),
];

/** Signed in, but without the sidebar: a step on the way somewhere else. */
const passagePages: RouteObject[] = [
  page('/users/acceptinvite', () => import('../features/users/AcceptInvitePage.tsx').then((m) => m.AcceptInvitePage), [
    'users',
  ]),
  page('/profile/access', () => import('../features/profile/AccessReviewPage.tsx').then((m) => m.AccessReviewPage), [
    'profile',
  ]),
  ...['/hosts/restore', '/hosts/restore/:id', '/reboot'].map((path) =>
    page(path, () => import('../features/hosts/RestorePage.tsx').then((m) => m.RestorePage), ['hosts']),
  ),
];

/** Signed in, using the whole window. */
const barePages: RouteObject[] = [
  page(
    '/workspaces/terminal/:id',
    () => import('../features/workspaces/terminal/TerminalPage.tsx').then((m) => m.TerminalPage),
    ['workspaces', 'terminal'],
  ),
];

export const routes: RouteObject[] = [
  {
    ErrorBoundary: CrashPage,
    HydrateFallback: FirstLoad,
    children: [
      { index: true, path: '/', Component: HomePage },
      { Component: MinimalLayout, children: publicPages },
      {
        id: SESSION_ROUTE,
        ...layout(
          () => import('./RequireSession.tsx').then((m) => m.RequireSession),
          ['shell', 'server'],
          [
            ...barePages,
            { Component: MinimalLayout, children: passagePages },
            layout(() => import('./layouts/WizardLayout.tsx').then((m) => m.WizardLayout), ['shell'], wizardPages),
            layout(
              () => import('./layouts/AppLayout.tsx').then((m) => m.AppLayout),
              ['shell', 'activity', 'resources'],
              appPages,
            ),
          ],
        ),
      },
    ],
  },
];

/** `/` leads to the workspaces if a person is signed in, otherwise to the login. */
function HomePage() {
  return <Navigate to={sessionKey() ? '/workspaces' : '/login'} replace />;
}
