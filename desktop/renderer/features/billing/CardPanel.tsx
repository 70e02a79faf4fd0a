import { Alert, Button, Group, Modal, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCreditCard } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Billing } from '#shared/features/billing/contract.ts';
import { cents } from '#shared/features/billing/model.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { CardForm } from './CardForm.tsx';
import { ChargeText } from './ChargeText.tsx';
import { moneyText } from './money.ts';
import { PriceQuestion } from './PriceQuestion.tsx';
import { cardSetupQuery, startChargeQuery, useCardSetup } from './queries.ts';
import { type CardPayment, useCardPayment } from './use-card-payment.ts';

/** The card on file, and replacing it; if that restarts the subscription, for the price that is shown. */
export function CardPanel({ card }: { card: Billing['card'] }) {
  const { t } = useTranslation('billing');
  const [opened, { open, close }] = useDisclosure(false);
  const setup = useCardSetup();
  const payment = useCardPayment({
    onPaid: () => {
      close();
      toastSuccess(t('card.updated'));
      setup.taken();
    },
    onFailed: setup.refused,
  });
  const { failure } = payment;
  return (
    <Paper p="lg" component="section" aria-labelledby="card-title">
      <Stack gap="sm" align="flex-start">
        <Title order={2} id="card-title">
          {t('card.title')}
        </Title>
        <Group gap="sm" wrap="nowrap">
          <IconCreditCard size={20} aria-hidden />
          {card ? <CardName card={card} /> : <Text c="dimmed">{t('card.none')}</Text>}
        </Group>
        {!opened && <PriceQuestion payment={payment} />}
        {failure && !opened && (
          <Alert color="red" role="alert" p="xs">
            {failure}
          </Alert>
        )}
        <Button variant="default" size="xs" onClick={open}>
          {t('card.update')}
        </Button>
      </Stack>
      <Modal opened={opened} onClose={close} title={t('card.update')} size="md">
        <NewCard payment={payment} />
      </Modal>
    </Paper>
  );
}

function CardName({ card }: { card: NonNullable<Billing['card']> }) {
  const { t } = useTranslation('billing');
  const brand = card.brand.charAt(0).toUpperCase() + card.brand.slice(1);
  const expiry = `${String(card.exp_month).padStart(2, '0')} / ${card.exp_year}`;
  return (
    <div>
      <Text className="tabular">{t('card.ending', { brand, last4: card.last4 })}</Text>
      <Text size="sm" c="dimmed" className="tabular">
        {t('card.expires', { expiry })}
      </Text>
    </div>
  );
}

function NewCard({ payment }: { payment: CardPayment }) {
  const { t, i18n } = useTranslation('billing');
  const setup = useQuery(cardSetupQuery);
  const price = useQuery(startChargeQuery);
  const failed = [setup, price].find((query) => query.isError && query.data === undefined);
  if (failed?.error) {
    return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} retrying={failed.isFetching} />;
  }
  if (payment.asked) return <PriceQuestion payment={payment} />;
  if (!setup.data || price.data === undefined) return <Skeleton h={320} />;
  const charge = price.data;
  const amount = charge && charge.card_amount > 0 ? moneyText(cents(charge.card_amount), i18n.language) : null;
  return (
    <Stack gap="md">
      {charge && (
        <Alert color="yellow" icon={<IconCreditCard size={18} />} p="sm">
          <ChargeText charge={charge} />
        </Alert>
      )}
      <CardForm
        organization={setup.data}
        submitLabel={amount === null ? t('card.save') : t('price.save', { price: amount })}
        failure={payment.failure}
        onPaymentMethod={(method) => payment.pay(method, charge)}
      />
    </Stack>
  );
}
