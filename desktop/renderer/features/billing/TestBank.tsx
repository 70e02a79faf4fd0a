import { Badge, Button, Group, getDefaultZIndex, Modal, Stack, Text } from '@mantine/core';
import { IconBuildingBank } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PaymentAction } from '#shared/api/envelope.ts';
import { confirmTestPayment } from '#shared/features/billing/cards.ts';
import { call } from '../../lib/call.ts';
import type { PaymentOutcome } from '../../lib/payment-question.ts';

interface TestBankProps {
  action: PaymentAction;
  onAnswer: (outcome: PaymentOutcome) => void;
}

/** Replaces the bank's page that Stripe.js shows, if no publishable key is configured. */
export function TestBank({ action, onAnswer }: TestBankProps) {
  const { t } = useTranslation(['billing', 'wizard']);
  const answer = useMutation({
    mutationFn: (confirm: boolean) =>
      call(confirmTestPayment, { body: { client_secret: action.client_secret, confirm } }),
    onSuccess: ({ confirmed }) =>
      onAnswer(confirmed ? { confirmed: true } : { confirmed: false, message: t('confirm.refused') }),
    onError: ({ message }) => onAnswer({ confirmed: false, message }),
  });
  const busy = answer.isPending || answer.isSuccess;
  return (
    <Modal
      opened
      onClose={() => answer.mutate(false)}
      title={
        <Group gap="xs">
          <IconBuildingBank size={18} aria-hidden />
          {t('confirm.title')}
        </Group>
      }
      closeOnClickOutside={false}
      withCloseButton={false}
      // Above the popover with the price, which stays until the charge is made.
      zIndex={getDefaultZIndex('overlay')}
      centered
    >
      <Stack gap="md" align="flex-start" pt={4}>
        <Badge color="yellow" variant="light" radius="sm" c="bright">
          {t('wizard:test.mark')}
        </Badge>
        <Text size="sm">{t('confirm.text')}</Text>
        <Group gap="xs" justify="flex-end" w="100%">
          <Button variant="default" onClick={() => answer.mutate(false)} disabled={busy}>
            {t('confirm.refuse')}
          </Button>
          <Button onClick={() => answer.mutate(true)} loading={busy} data-autofocus>
            {t('confirm.confirm')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
