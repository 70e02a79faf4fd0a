import { Alert, Button, Group, Modal, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCreditCard } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Billing } from '#shared/features/billing/contract.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { CardForm } from './CardForm.tsx';
import { cardSetupQuery } from './queries.ts';
import { useUpdateCard } from './use-update-card.ts';

/** The card on file, and taking another. */
export function CardPanel({ card }: { card: Billing['card'] }) {
  const { t } = useTranslation('billing');
  const [opened, { open, close }] = useDisclosure(false);
  const { update, failure } = useUpdateCard(close);
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
        <NewCard failure={failure} onPaymentMethod={update} />
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

interface NewCardProps {
  failure: string | null;
  onPaymentMethod: (paymentMethod: string) => Promise<void>;
}

function NewCard(props: NewCardProps) {
  const { t } = useTranslation('billing');
  const setup = useQuery(cardSetupQuery);
  if (setup.isError) {
    return <ErrorState error={setup.error} onRetry={() => void setup.refetch()} retrying={setup.isFetching} />;
  }
  if (!setup.data) return <Skeleton h={320} />;
  return <CardForm organization={setup.data} submitLabel={t('card.save')} {...props} />;
}
