import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconCreditCard } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Charge } from '#shared/api/envelope.ts';
import { cents } from '#shared/features/billing/model.ts';
import type { Organization } from '#shared/features/organizations/contract.ts';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { CardForm, moneyText, PriceQuestion } from '../billing/index.ts';
import { usePayment } from './use-payment.ts';

interface PaymentStepProps {
  organization: Organization;
  /** What confirming charges now; null if the subscription has already begun. */
  price: Charge | null;
}

/** A card for the subscription: a new one, or the existing one. */
export function PaymentStep({ organization, price }: PaymentStepProps) {
  const { t, i18n } = useTranslation('wizard');
  const payment = usePayment();
  const { card } = organization;
  const [changing, setChanging] = useState(false);
  const amount = price?.card_amount ? moneyText(cents(price.card_amount), i18n.language) : undefined;
  const submitLabel = amount ? t('card.pay', { price: amount }) : t('card.save');
  if (payment.asked) return <PriceQuestion payment={payment} />;
  if (payment.returning) {
    return (
      <Paper p="lg">
        <Text role="status">{t('card.confirming')}</Text>
      </Paper>
    );
  }
  if (card && price === null && !changing) {
    return <CardOnFile card={card} payment={payment} onChange={() => setChanging(true)} />;
  }
  return (
    <CardForm
      organization={organization}
      submitLabel={submitLabel}
      failure={payment.failure}
      onPaymentMethod={(method) => payment.pay(method, price)}
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
