import { Navigate, type RouteObject } from 'react-router-dom';
import { sessionKey } from '../lib/session.ts';
import { FirstLoad } from './layouts/FirstLoad.tsx';
import { MinimalLayout } from './layouts/MinimalLayout.tsx';
import { layout, page } from './lazy-page.tsx';
import { CrashPage } from './pages/CrashPage.tsx';

/** Anyone may open these (spec/1 §2). */
const publicPages: RouteObject[] = [
  page('/login', () => import('../features/auth/LoginPage.tsx').then((m) => m.LoginPage), ['auth']),
  page('/signup', () => import('../features/auth/SignupPage.tsx').then((m) => m.SignupPage), ['auth']),
  page('/forgotpassword', () => import('../features/auth/ForgotPasswordPage.tsx').then((m) => m.ForgotPasswordPage), [
    'auth',
  ]),
  page(
    '/users/updatepassword',
    () => import('../features/auth/UpdatePasswordPage.tsx').then((m) => m.UpdatePasswordPage),
    ['auth'],
  ),
  page('/users/confirmemail', () => import('../features/auth/ConfirmEmailPage.tsx').then((m) => m.ConfirmEmailPage), [
    'auth',
  ]),
  page('/logout', () => import('../features/auth/LogoutPage.tsx').then((m) => m.LogoutPage), ['auth']),
  page(
    '/betaQuestionnaire',
    () => import('../features/surveys/BetaQuestionnairePage.tsx').then((m) => m.BetaQuestionnairePage),
    ['surveys'],
  ),
  page('/terms', () => import('./pages/LegalPages.tsx').then((m) => m.TermsPage), ['legal']),
  page('/privacy', () => import('./pages/LegalPages.tsx').then((m) => m.PrivacyPage), ['legal']),
  page('*', () => import('./pages/NotFoundPage.tsx').then((m) => m.NotFoundPage)),
];

/** The four steps of an owner's set-up. */
const wizardPages: RouteObject[] = [];

/** Everything behind the sidebar. */
const appPages: RouteObject[] = [];

export const routes: RouteObject[] = [
  {
    ErrorBoundary: CrashPage,
    HydrateFallback: FirstLoad,
    children: [
      { index: true, path: '/', Component: HomePage },
      { Component: MinimalLayout, children: publicPages },
      layout(
        () => import('./RequireSession.tsx').then((m) => m.RequireSession),
        ['shell'],
        [
          layout(() => import('./layouts/WizardLayout.tsx').then((m) => m.WizardLayout), ['shell'], wizardPages),
          layout(() => import('./layouts/AppLayout.tsx').then((m) => m.AppLayout), ['shell'], appPages),
        ],
      ),
    ],
  },
];

/** spec/1 §2: `/` goes to the workspaces of whoever is signed in, else to the login. */
function HomePage() {
  return <Navigate to={sessionKey() ? '/workspaces' : '/login'} replace />;
}
