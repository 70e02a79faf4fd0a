import { Button, Group, Popover, Stack, Text } from '@mantine/core';
import { type ReactElement, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { nextBillingDate } from '#shared/features/billing/model.ts';
import type { LicenceCharge } from '#shared/features/users/contract.ts';
import { billingDay, exactMoneyText } from '../billing/index.ts';

interface ChargePopoverProps {
  /** What would be charged; nothing is asked without one. */
  charge: LicenceCharge | null;
  onCancel: () => void;
  onAccept: () => void;
  /** The button that it belongs to. */
  children: ReactElement;
}

/** What one more user costs now and every month, to the cent, before anything is charged (spec/2 §4). */
export function ChargePopover({ charge, onCancel, onAccept, children }: ChargePopoverProps) {
  const { t } = useTranslation(['users', 'common']);
  const titleId = useId();
  return (
    <Popover
      opened={charge !== null}
      onChange={(opened) => !opened && onCancel()}
      width={320}
      position="top-end"
      // Gone at once: what it says goes with the charge.
      transitionProps={{ exitDuration: 0 }}
      withArrow
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown aria-labelledby={titleId}>
        <Stack gap="sm">
          <Text fw={600} id={titleId}>
            {t('common:confirm.title')}
          </Text>
          {charge && <ChargeText charge={charge} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" size="xs" onClick={onCancel}>
              {t('common:confirm.cancel')}
            </Button>
            <Button size="xs" onClick={onAccept} data-autofocus>
              {t('common:confirm.goAhead')}
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function ChargeText({ charge }: { charge: LicenceCharge }) {
  const { t, i18n } = useTranslation('users');
  const money = (amount: number) => exactMoneyText(amount, i18n.language);
  const credit = charge.amount - charge.card_amount;
  return (
    <Stack gap={6}>
      <Text size="sm">{t('charge.now', { amount: money(charge.card_amount) })}</Text>
      {credit > 0 && (
        <Text size="sm" c="dimmed">
          {t('charge.credit', { amount: money(charge.amount), credit: money(credit) })}
        </Text>
      )}
      <Text size="sm">
        {t('charge.monthly', {
          more: money(charge.monthly_after - charge.monthly_before),
          date: billingDay(nextBillingDate(new Date(charge.at)), i18n.language),
          after: money(charge.monthly_after),
          before: money(charge.monthly_before),
        })}
      </Text>
    </Stack>
  );
}
