import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Billing } from '#shared/features/billing/contract.ts';
import { ConfirmPopover } from '../../ui/ConfirmPopover.tsx';
import { toastError } from '../../ui/toast.ts';
import { useCurrentUser } from '../auth/index.ts';
import { billingDay } from './dates.ts';
import { endServiceMutation } from './queries.ts';

/** For the owner: ends service and payments with the pay period, or takes that back. */
export function EndPanel({ billing }: { billing: Billing }) {
  const { t, i18n } = useTranslation('billing');
  const { role, organization } = useCurrentUser();
  const deleted = billing.delete_date !== null;
  const change = useMutation({
    ...endServiceMutation,
    onError: (error) => toastError(error.message),
  });
  if (role !== 'owner') return null;
  const date = billing.next_billing_date && billingDay(billing.next_billing_date, i18n.language);
  return (
    <Paper p="lg" component="section" aria-labelledby="end-title">
      <Stack gap="sm" align="flex-start">
        <Title order={2} id="end-title">
          {t('end.title')}
        </Title>
        <Text size="sm" c="dimmed" maw={640}>
          {deleted ? t('end.restoreText') : t('end.text')}
        </Text>
        {deleted ? (
          <Button variant="default" size="xs" onClick={() => change.mutate(!deleted)} loading={change.isPending}>
            {t('end.restore')}
          </Button>
        ) : (
          <ConfirmPopover
            text={date ? t('end.confirm', { date }) : t('end.confirmNow')}
            toType={organization.name}
            onConfirm={() => change.mutate(!deleted)}
          >
            <Button variant="default" c="var(--mantine-color-error)" size="xs" loading={change.isPending}>
              {t('end.delete')}
            </Button>
          </ConfirmPopover>
        )}
      </Stack>
    </Paper>
  );
}
