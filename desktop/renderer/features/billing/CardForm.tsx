import { Alert, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Organization } from '#shared/features/organizations/contract.ts';
import { LazyPlace } from '../../ui/LazyPlace.tsx';
import type { CardFormProps } from './card-form-props.ts';
import { TestCardForm } from './TestCardForm.tsx';

const loadStripeCardForm = () => import('./StripeCardForm.tsx').then((module) => module.StripeCardForm);

interface Props extends Omit<CardFormProps, 'clientSecret'> {
  organization: Pick<Organization, 'stripe_client_secret' | 'stripe_publishable_key'>;
}

/** Stripe Elements if a publishable key is configured, otherwise the test-card form. */
export function CardForm({ organization, ...props }: Props) {
  const { t } = useTranslation('wizard');
  const { stripe_client_secret: clientSecret, stripe_publishable_key: publishableKey } = organization;
  if (!clientSecret) return <Alert color="red">{t('card.incomplete')}</Alert>;
  if (!publishableKey) return <TestCardForm clientSecret={clientSecret} {...props} />;
  return (
    <LazyPlace
      load={loadStripeCardForm}
      props={{ publishableKey, clientSecret, ...props }}
      fallback={<Skeleton h={260} />}
    />
  );
}
