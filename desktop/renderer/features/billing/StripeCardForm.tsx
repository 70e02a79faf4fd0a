import { Button, Paper, Skeleton, Stack, Text, useComputedColorScheme } from '@mantine/core';
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOnTheWeb } from '../../lib/address-on-the-web.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FormBanner } from '../../ui/FormBanner.tsx';
import type { CardFormProps } from './card-form-props.ts';
import { loadStripe } from './load-stripe.ts';

interface StripeCardFormProps extends CardFormProps {
  publishableKey: string;
}

/** Card entry with Stripe's embedded element. A new client secret mounts it again. */
export function StripeCardForm({ publishableKey, ...props }: StripeCardFormProps) {
  const { t } = useTranslation('wizard');
  const scheme = useComputedColorScheme('light');
  const stripe = useQuery({
    queryKey: ['stripe.js', publishableKey],
    queryFn: () => loadStripe(publishableKey),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (stripe.isError) {
    const error = new Error(t('card.unavailable'));
    return <ErrorState error={error} onRetry={() => void stripe.refetch()} retrying={stripe.isFetching} />;
  }
  if (!stripe.data) return <Skeleton h={260} />;
  const appearance = { theme: scheme === 'dark' ? ('night' as const) : ('stripe' as const) };
  return (
    <Elements key={props.clientSecret} stripe={stripe.data} options={{ clientSecret: props.clientSecret, appearance }}>
      <ElementForm {...props} />
    </Elements>
  );
}

function ElementForm({ submitLabel, failure, onPaymentMethod }: CardFormProps) {
  const { t } = useTranslation('wizard');
  const stripe = useStripe();
  const elements = useElements();
  const [message, setMessage] = useState<string | null>(null);
  const [submitting, setSubmitting] = useState(false);
  const confirm = async () => {
    if (!stripe || !elements) return;
    setSubmitting(true);
    setMessage(null);
    const { error, setupIntent } = await stripe.confirmSetup({
      elements,
      confirmParams: { return_url: addressOnTheWeb() },
      redirect: 'if_required',
    });
    const method = setupIntent?.payment_method;
    if (error) setMessage(error.message ?? t('card.incomplete'));
    else if (method) await onPaymentMethod(typeof method === 'string' ? method : method.id);
    else setMessage(t('card.incomplete'));
    setSubmitting(false);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void confirm();
  };
  return (
    <Paper p="lg" component="section" aria-label={t('card.title')}>
      <form onSubmit={onSubmit}>
        <Stack gap="md">
          <FormBanner message={message ?? failure} />
          <PaymentElement />
          <Text size="xs" c="dimmed">
            {t('card.secure')}
          </Text>
          <Button type="submit" loading={submitting} disabled={!stripe} fullWidth>
            {submitLabel}
          </Button>
        </Stack>
      </form>
    </Paper>
  );
}
