import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { atFragment, safeRedirect } from '../../lib/paths.ts';
import { platform } from '../../lib/platform/current-platform.ts';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { PublicCard } from '../../ui/PublicCard.tsx';
import { BrowserSignIn } from './BrowserSignIn.tsx';
import { CodeForm } from './CodeForm.tsx';
import { FederatedButtons } from './FederatedButtons.tsx';
import { LoginForm } from './LoginForm.tsx';
import { redirectBeforeLeaving } from './leave-for-provider.ts';
import { PageFailed } from './PageFailed.tsx';
import { waysInQuery } from './queries.ts';
import { useFederatedReturn } from './use-federated-return.ts';
import { useLogin } from './use-login.ts';
import { useStandingSession } from './use-standing-session.ts';

/** People who are already signed in are sent on, unless a page just failed to load. */
export function LoginPage() {
  const { t } = useTranslation('auth');
  const [search] = useSearchParams();
  // On return from a provider, which doesn't carry the target.
  const [kept] = useState(() => (search.has('session_key') ? redirectBeforeLeaving() : null));
  // A redirect of the server's leaves the fragment to this page.
  const { hash } = useLocation();
  const target = atFragment(safeRedirect(search.get('redirect') ?? kept), hash);
  const login = useLogin(target);
  const standing = useStandingSession(target, !login.leaving);
  const fromProvider = useFederatedReturn(login.sendFederated);
  if (standing.signedIn && !standing.failure) return <Navigate to={target} replace />;
  if (login.codeToken) return <CodeForm login={login} />;
  const notice = search.get('message') === 'reset' ? t('login.reset') : null;
  return (
    <PublicCard title={t('login.title')} footer={<ForNewcomers />}>
      {standing.failure && (
        <PageFailed page={standing.failure.page} message={standing.failure.message} onTryAgain={standing.tryAgain} />
      )}
      <FormBanner message={fromProvider} />
      <LoginForm login={login} notice={fromProvider ? null : notice} />
      {/* The desktop app never shows a provider's page: the system's browser does. */}
      {platform.desktop ? <BrowserSignIn /> : <FederatedButtons target={target} />}
    </PublicCard>
  );
}

/** Invisible until it is known who may sign up, so that nothing moves and no link goes away again. */
function ForNewcomers() {
  const { t } = useTranslation('auth');
  const { data: waysIn, isPending } = useQuery(waysInQuery);
  if (waysIn?.sign_up === 'invited') return t('login.invited');
  return (
    <span style={{ visibility: isPending ? 'hidden' : 'visible' }}>
      {t('login.new')}{' '}
      <Anchor component={Link} to="/signup" inherit underline="always">
        {t('login.signup')}
      </Anchor>
    </span>
  );
}
