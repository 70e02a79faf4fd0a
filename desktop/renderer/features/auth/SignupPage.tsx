import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { getBetaUser } from '#shared/features/auth/contract.ts';
import { getFederatedUser } from '#shared/features/auth/federated.ts';
import { fixedQuery } from '../../lib/route-query.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { PublicCard } from '../../ui/PublicCard.tsx';
import { waysInQuery } from './queries.ts';
import { SignupDone } from './SignupDone.tsx';
import { SignupForm } from './SignupForm.tsx';
import { shareId } from './share-cookie.ts';

/** A beta invitation fills in what it knows about the person. */
export function SignupPage() {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [email, setEmail] = useState<string | null>(null);
  const [share] = useState(() => shareId(search.get('share_id')));
  const betaUserId = search.get('beta_user_id');
  const beta = useQuery({
    ...fixedQuery(['users', 'get-beta-user', betaUserId], getBetaUser, { query: { beta_user_id: betaUserId ?? '' } }),
    enabled: Boolean(betaUserId),
  });
  const federatedUserId = search.get('federated_user_id');
  const federated = useQuery({
    ...fixedQuery(['users', 'get-federated-user', federatedUserId], getFederatedUser, {
      query: { federated_user_id: federatedUserId ?? '' },
    }),
    enabled: Boolean(federatedUserId),
  });
  const { data: waysIn } = useQuery(waysInQuery);
  const domains = waysIn?.sign_up_domains ?? [];
  const uninvited = waysIn?.sign_up === 'invited' && !share && !betaUserId;
  const asked = [...(betaUserId ? [beta] : []), ...(federatedUserId ? [federated] : [])];
  if (email) return <SignupDone email={email} confirmed={federated.isSuccess} />;
  return (
    <PublicCard
      title={t('signup.title')}
      intro={domains.length > 0 ? t('signup.domains', { domains: domains.join(', ') }) : t('signup.intro')}
      width={620}
      footer={
        <>
          {t('signup.known')}{' '}
          <Anchor component={Link} to="/login" inherit underline="always">
            {t('login.submit')}
          </Anchor>
        </>
      }
    >
      {uninvited && <Text>{t('signup.invitationOnly')}</Text>}
      {asked.some(({ isPending }) => isPending) && <PageSkeleton rows={5} />}
      {beta.isError && <ErrorState error={beta.error} onRetry={() => beta.refetch()} retrying={beta.isFetching} />}
      {federated.isError && (
        <ErrorState error={federated.error} onRetry={() => federated.refetch()} retrying={federated.isFetching} />
      )}
      {!uninvited && asked.every(({ isSuccess }) => isSuccess) && (
        <SignupForm
          betaUser={beta.data ?? null}
          federatedUser={federated.data ?? null}
          shareId={share ?? beta.data?.share_id ?? null}
          onDone={(address, beta_user_id) => {
            if (beta_user_id) navigate(`/betaQuestionnaire?beta_user_id=${encodeURIComponent(beta_user_id)}`);
            else setEmail(address);
          }}
        />
      )}
    </PublicCard>
  );
}
