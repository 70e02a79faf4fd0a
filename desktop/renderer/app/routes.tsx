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
  page('/signup', 'SignupPage', [], () => import('../features/auth/SignupPage.tsx')),
  page('/forgotpassword', 'ForgotPasswordPage', [], () => import('../features/auth/ForgotPasswordPage.tsx')),
  page('/users/updatepassword', 'UpdatePasswordPage', [], () => import('../features/auth/UpdatePasswordPage.tsx')),
  page('/users/switchBack', 'SwitchBackPage', [], () => import('../features/auth/SwitchBackPage.tsx')),
  page('/users/confirmemail', 'ConfirmEmailPage', [], () => import('../features/auth/ConfirmEmailPage.tsx')),
  page('/logout', 'LogoutPage', [], () => import('../features/auth/LogoutPage.tsx')),
  page(
    '/betaQuestionnaire',
    'BetaQuestionnairePage',
    ['surveys'],
    () => import('../features/surveys/BetaQuestionnairePage.tsx'),
  ),
  page('/desktop/login', 'DesktopLoginPage', ['computer'], () => import('../features/computer/DesktopLoginPage.tsx')),
  page('/terms', 'TermsPage', ['legal'], () => import('./pages/LegalPages.tsx')),
  page('/privacy', 'PrivacyPage', ['legal'], () => import('./pages/LegalPages.tsx')),
  page('*', 'NotFoundPage', [], () => import('./pages/NotFoundPage.tsx')),
];

/** The four setup steps for an owner. */
const wizardPages: RouteObject[] = [
  page(
    '/wizard/step1',
    'WizardStep1Page',
    ['wizard', 'surveys'],
    () => import('../features/organizations/WizardStep1Page.tsx'),
  ),
  page(
    '/wizard/step2',
    'WizardStep2Page',
    ['wizard', 'billing'],
    () => import('../features/organizations/WizardStep2Page.tsx'),
  ),
  page(
    '/wizard/step3',
    'WizardStep3Page',
    ['wizard', 'sshKeys'],
    () => import('../features/organizations/WizardStep3Page.tsx'),
  ),
  page(
    '/wizard/step4',
    'WizardStep4Page',
    ['wizard', 'workspaces', 'sshKeys'],
    () => import('../features/organizations/WizardStep4Page.tsx'),
  ),
];

/** Everything behind the sidebar. Paths match in any case: /sshkeys opens too. */
const appPages: RouteObject[] = [
  page('/workspaces', 'WorkspacesPage', ['workspaces', 'tour'], () => import('./behind-login.ts')),
  page(
    '/workspaces/add',
    'AddWorkspacePage',
    ['workspaces', 'repository', 'sshKeys', 'snapshots', 'secrets'],
    () => import('../features/workspaces/AddWorkspacePage.tsx'),
  ),
  page(
    '/workspaces/pending/:id',
    'PendingWorkspacePage',
    ['workspaces'],
    () => import('../features/workspaces/PendingWorkspacePage.tsx'),
  ),
  page(
    '/workspaces/snapshots',
    'SnapshotsPage',
    ['snapshots'],
    () => import('../features/snapshots/SnapshotsPage.tsx'),
  ),
  page(
    '/workspaces/edit/:id',
    'EditWorkspacePage',
    ['workspaces', 'computer'],
    () => import('../features/workspaces/EditWorkspacePage.tsx'),
    [
      page(
        '',
        'WorkspaceOverview',
        ['repository', 'ports', 'snapshots'],
        () => import('../features/workspaces/WorkspaceOverview.tsx'),
      ),
      page(
        'connect',
        'ConnectTab',
        ['terminal', 'sshKeys', 'sharing'],
        () => import('../features/workspaces/ConnectTab.tsx'),
      ),
      page('activity', 'ActivityTab', [], () => import('../features/workspaces/ActivityTab.tsx')),
      page('settings', 'SettingsTab', ['sshKeys'], () => import('../features/workspaces/SettingsTab.tsx')),
    ],
  ),
  page('/templates', 'TemplatesPage', ['templates'], () => import('../features/templates/TemplatesPage.tsx')),
  page(
    '/templates/add',
    'AddTemplatePage',
    ['templates', 'workspaces'],
    () => import('../features/templates/AddTemplatePage.tsx'),
  ),
  page(
    '/templates/edit/:id',
    'EditTemplatePage',
    ['templates', 'workspaces', 'prebuilds'],
    () => import('../features/templates/EditTemplatePage.tsx'),
  ),
  page('/tasks', 'TasksPage', ['tasks', 'workspaces'], () => import('../features/tasks/TasksPage.tsx')),
  page('/tasks/:id', 'TaskPage', ['tasks'], () => import('../features/tasks/TaskPage.tsx')),
  page('/hosts', 'HostsPage', ['hosts'], () => import('../features/hosts/HostsPage.tsx')),
  page('/hosts/add', 'AddHostPage', ['hosts', 'users', 'billing'], () => import('../features/hosts/AddHostPage.tsx')),
  page(
    '/hosts/pending/:id',
    'PendingHostPage',
    ['hosts', 'workspaces'],
    () => import('../features/hosts/PendingHostPage.tsx'),
  ),
  page('/hosts/edit/:id', 'EditHostPage', ['hosts'], () => import('../features/hosts/EditHostPage.tsx'), [
    page('', 'HostOverview', [], () => import('../features/hosts/HostOverview.tsx')),
    page('settings', 'HostSettings', [], () => import('../features/hosts/HostSettings.tsx')),
  ]),
  page('/services', 'ServicesPage', ['services', 'workspaces'], () => import('../features/services/ServicesPage.tsx')),
  page(
    '/services/browse',
    'BrowseServicesPage',
    ['services'],
    () => import('../features/services/BrowseServicesPage.tsx'),
  ),
  page('/services/add', 'AddServicePage', ['services'], () => import('../features/services/AddServicePage.tsx')),
  page(
    '/services/pending/:id',
    'PendingServicePage',
    ['services', 'workspaces'],
    () => import('../features/services/PendingServicePage.tsx'),
  ),
  page(
    '/services/edit/:id',
    'EditServicePage',
    ['services', 'workspaces'],
    () => import('../features/services/EditServicePage.tsx'),
    [
      page('', 'ServiceOverview', ['snapshots'], () => import('../features/services/ServiceOverview.tsx')),
      page('activity', 'ServiceActivity', [], () => import('../features/services/ServiceActivity.tsx')),
      page('settings', 'ServiceSettings', [], () => import('../features/services/ServiceSettings.tsx')),
    ],
  ),
  page('/users', 'UsersPage', ['users'], () => import('../features/users/UsersPage.tsx')),
  page('/users/add', 'AddUserPage', ['users', 'billing'], () => import('../features/users/AddUserPage.tsx'), [
    page('', 'AddOneUser', [], () => import('../features/users/AddOneUser.tsx')),
    page('several', 'InviteUsers', [], () => import('../features/users/InviteUsers.tsx')),
  ]),
  page('/users/welcome', 'WelcomePage', ['users'], () => import('../features/users/WelcomePage.tsx')),
  page('/users/edit/:id', 'EditUserPage', ['users', 'activity'], () => import('../features/users/EditUserPage.tsx')),
  page('/users/delete/:id', 'DeleteUserPage', ['users'], () => import('../features/users/DeleteUserPage.tsx')),
  page('/users/beta', 'BetaUsersPage', ['surveys'], () => import('../features/surveys/BetaUsersPage.tsx')),
  page('/machines', 'MachinesPage', ['pool'], () => import('../features/pool/MachinesPage.tsx')),
  page('/groups', 'GroupsPage', ['groups'], () => import('../features/groups/GroupsPage.tsx')),
  page('/groups/add', 'AddGroupPage', ['groups'], () => import('../features/groups/AddGroupPage.tsx')),
  page(
    '/groups/edit/:id',
    'EditGroupPage',
    ['groups', 'secrets'],
    () => import('../features/groups/EditGroupPage.tsx'),
  ),
  { path: '/organization', element: <Navigate to="/organization/edit" replace /> },
  page(
    '/organization/edit',
    'EditOrganizationPage',
    ['organizations', 'billing', 'wizard', 'secrets'],
    () => import('../features/organizations/EditOrganizationPage.tsx'),
  ),
  page('/organization/share', 'SharePage', ['organizations'], () => import('../features/organizations/SharePage.tsx')),
  page(
    '/organization/billing',
    'BillingPage',
    ['billing', 'wizard'],
    () => import('../features/billing/BillingPage.tsx'),
  ),
  page('/organization/invoices', 'InvoicesPage', ['billing'], () => import('../features/billing/InvoicesPage.tsx')),
  page(
    '/organization/invoices/:id',
    'InvoiceAndHostPage',
    ['billing', 'hosts'],
    () => import('./pages/InvoiceAndHostPage.tsx'),
  ),
  page('/profile', 'ProfilePage', ['profile', 'secrets'], () => import('../features/profile/ProfilePage.tsx')),
  page('/organization/audit', 'AuditPage', ['audit'], () => import('../features/audit/AuditPage.tsx')),
  page('/sshKeys', 'SshKeysPage', ['sshKeys', 'computer'], () => import('../features/ssh-keys/SshKeysPage.tsx')),
  page('/desktop', 'ComputerPage', ['computer'], () => import('../features/computer/ComputerPage.tsx')),
  page('/desktop/tunnels', 'TunnelsPage', ['computer'], () => import('../features/computer/TunnelsPage.tsx')),
];

/** Signed in, but without the sidebar: a step on the way somewhere else. */
const passagePages: RouteObject[] = [
  page('/users/acceptinvite', 'AcceptInvitePage', ['users'], () => import('../features/users/AcceptInvitePage.tsx')),
  page('/device', 'DevicePage', ['device'], () => import('../features/auth/DevicePage.tsx')),
  page('/authorize', 'AuthorizePage', ['authorize', 'profile'], () => import('../features/profile/AuthorizePage.tsx')),
  page('/profile/access', 'AccessReviewPage', ['profile'], () => import('../features/profile/AccessReviewPage.tsx')),
  page('/open', 'OpenPage', ['hosts', 'gateway'], () => import('../features/hosts/OpenPage.tsx')),
  ...['/hosts/restore', '/hosts/restore/:id', '/reboot'].map((path) =>
    page(path, 'RestorePage', ['hosts'], () => import('../features/hosts/RestorePage.tsx')),
  ),
];

/** Signed in, using the whole window. */
const barePages: RouteObject[] = [
  page(
    '/workspaces/terminal/:id',
    'TerminalPage',
    ['workspaces', 'terminal', 'sharing'],
    () => import('../features/workspaces/terminal/TerminalPage.tsx'),
  ),
  page(
    '/workspaces/shared-terminal/:id',
    'SharedTerminalPage',
    ['terminal', 'sharing'],
    () => import('../features/workspaces/terminal/SharedTerminalPage.tsx'),
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
        ...layout('RequireSession', ['shell', 'server'], () => import('./behind-login.ts'), [
          ...barePages,
          { Component: MinimalLayout, children: passagePages },
          layout('WizardLayout', ['shell'], () => import('./layouts/WizardLayout.tsx'), wizardPages),
          layout(
            'AppLayout',
            ['shell', 'activity', 'resources', 'sharing'],
            () => import('./behind-login.ts'),
            appPages,
          ),
        ]),
      },
    ],
  },
];

/** `/` leads to the workspaces if a person is signed in, otherwise to the login. */
function HomePage() {
  return <Navigate to={sessionKey() ? '/workspaces' : '/login'} replace />;
}
