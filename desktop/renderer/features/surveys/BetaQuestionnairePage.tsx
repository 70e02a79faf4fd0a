import '@mantine/core/styles.layer.css';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { getBetaUser } from '#shared/features/auth/contract.ts';
import { ApiError } from '../../lib/api-error.ts';
import { fixedQuery } from '../../lib/route-query.ts';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { PublicCard } from '../../ui/PublicCard.tsx';
import { BetaQuestionnaireForm } from './BetaQuestionnaireForm.tsx';

/** For people who asked to join the beta; without a known email they sign up first. */
export function BetaQuestionnairePage() {
  const { t } = useTranslation('surveys');
  const [search] = useSearchParams();
  const [done, setDone] = useState(false);
  const id = search.get('beta_user_id') ?? '';
  const beta = useQuery({
    ...fixedQuery(['users', 'get-beta-user', id], getBetaUser, { query: { beta_user_id: id } }),
    enabled: id !== '',
  });
  const unknown = beta.error instanceof ApiError && beta.error.notFound;
  if (id === '' || unknown || (beta.isSuccess && !beta.data.email_address)) return <Navigate to="/signup" replace />;
  return (
    <PublicCard
      title={t('beta.title')}
      intro={t('beta.intro')}
      width={680}
      footer={
        <Anchor component={Link} to="/login" inherit>
          {t('beta.login')}
        </Anchor>
      }
    >
      <Loaded query={beta} skeleton={<PageSkeleton rows={5} />}>
        {() => !done && <BetaQuestionnaireForm betaUserId={id} onDone={() => setDone(true)} />}
      </Loaded>
      <FormBanner kind="success" message={done ? t('beta.done') : null} />
    </PublicCard>
  );
}
