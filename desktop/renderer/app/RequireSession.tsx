import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { SETUP_COMPLETE } from '#shared/features/organizations/contract.ts';
import { currentUserQuery, ImpersonationBanner, useChosenPreferences } from '../features/auth/index.ts';
import { i18n } from '../lib/i18n.ts';
import { loginPath } from '../lib/paths.ts';
import { usePaymentQuestion } from '../lib/payment-question.ts';
import { endSession, useSession } from '../lib/session.ts';
import { useSignedOut } from '../lib/socket.ts';
import { Later } from '../ui/Later.tsx';
import { LazyPart } from '../ui/LazyPart.tsx';
import { FirstLoad } from './layouts/FirstLoad.tsx';
import { useLiveOrganization } from './use-live-organization.ts';

/** After a password reset: other sign-in methods to review. */
const REVIEW = '/profile/access';
/** Open while the organization isn't set up: its founder, invited to another one, or logging in or connecting a program, must get there. */
const PASSAGES = [REVIEW, '/users/acceptinvite', '/device', '/authorize'];

/**
 * Without a key, goes to the login with the way back; an owner whose organization isn't set up yet goes to its current
 * step. A failed load of the user leads to the login as well (see router.tsx).
 */
export function RequireSession() {
  const key = useSession((session) => session.key);
  const { pathname, search, hash } = useLocation();
  const { data: user } = useQuery({ ...currentUserQuery, enabled: key !== null });
  useSignedOut(() => void endSession());
  useLiveOrganization(user?.organization.id ?? null);
  useChosenPreferences(user);
  if (!key) return <Navigate to={loginPath(`${pathname}${search}${hash}`)} replace />;
  if (!user) return <FirstLoad />;
  const here = pathname.toLowerCase();
  if (user.review_access && !user.adminUser && here !== REVIEW) {
    return <Navigate to={`${REVIEW}?redirect=${encodeURIComponent(`${pathname}${search}${hash}`)}`} replace />;
  }
  const { setupStep } = user.organization;
  const requested = Number(/^\/wizard\/step(\d+)$/.exec(pathname)?.[1] ?? 0);
  const mustSetUp = user.role === 'owner' && setupStep < SETUP_COMPLETE && !PASSAGES.includes(here);
  if (mustSetUp && (requested === 0 || requested > setupStep)) {
    return <Navigate to={`/wizard/step${setupStep}`} replace />;
  }
  return (
    <>
      <Later>
        <Notifications position="bottom-left" />
      </Later>
      <ImpersonationBanner />
      <PaymentQuestion />
      <Outlet />
    </>
  );
}

async function loadConfirmation() {
  const [{ PaymentConfirmation }] = await Promise.all([
    import('../features/billing/PaymentConfirmation.tsx'),
    i18n.loadNamespaces(['billing', 'wizard']),
  ]);
  return PaymentConfirmation;
}

/** Payments are made on several pages, and the payer's bank may want to ask on any of them. */
function PaymentQuestion() {
  const question = usePaymentQuestion((state) => state.question);
  if (!question) return null;
  const onFailed = () => question.answer({ confirmed: false, message: i18n.t('error.unreachable') });
  return <LazyPart load={loadConfirmation} props={{}} onFailed={onFailed} />;
}
