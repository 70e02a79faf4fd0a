import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconCreditCard } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Cents } from '#shared/features/billing/model.ts';
import type { Organization } from '#shared/features/organizations/contract.ts';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { CardForm, moneyText } from '../billing/index.ts';
import { usePayment } from './use-payment.ts';

interface PaymentStepProps {
  organization: Organization;
  /** What confirming charges to the card at once; undefined when the subscription has begun already. */
  dueNow: Cents | undefined;
}

/** A card for the subscription: a new one, or the one there is. */
export function PaymentStep({ organization, dueNow }: PaymentStepProps) {
  const { t, i18n } = useTranslation('wizard');
  const payment = usePayment();
  const { card } = organization;
  const [changing, setChanging] = useState(false);
  const price = dueNow ? moneyText(dueNow, i18n.language) : undefined;
  const submitLabel = price ? t('card.pay', { price }) : t('card.save');
  if (payment.returning) {
    return (
      <Paper p="lg">
        <Text role="status">{t('card.confirming')}</Text>
      </Paper>
    );
  }
  if (card && dueNow === undefined && !changing) {
    return <CardOnFile card={card} payment={payment} onChange={() => setChanging(true)} />;
  }
  return (
    <CardForm
      organization={organization}
      submitLabel={submitLabel}
      failure={payment.failure}
      onPaymentMethod={payment.pay}
    />
  );
}

interface CardOnFileProps {
  card: NonNullable<Organization['card']>;
  payment: ReturnType<typeof usePayment>;
  onChange: () => void;
}

function CardOnFile({ card, payment, onChange }: CardOnFileProps) {
  const { t } = useTranslation(['wizard', 'common']);
  const expiry = `${String(card.exp_month).padStart(2, '0')} / ${card.exp_year}`;
  return (
    <Paper p="lg" component="section" aria-label={t('card.title')}>
      <Stack gap="md">
        <FormBanner message={payment.failure} />
        <Group gap="sm" wrap="nowrap">
          <IconCreditCard size={20} aria-hidden />
          <Text className="tabular">
            {t('card.onFile', { brand: brandName(card.brand), last4: card.last4, expiry })}
          </Text>
        </Group>
        <Group gap="xs">
          <Button onClick={() => void payment.proceed()}>{t('common:action.continue')}</Button>
          <Button variant="default" onClick={onChange}>
            {t('card.change')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

/** 'visa' → 'Visa'. */
function brandName(brand: string): string {
  return brand.charAt(0).toUpperCase() + brand.slice(1);
}
