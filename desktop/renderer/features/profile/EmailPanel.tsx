import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sendConfirmation } from '#shared/features/profile/contract.ts';
import { call } from '../../lib/call.ts';
import { Panel } from '../../ui/Panel.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { useCurrentUser } from '../auth/index.ts';

/** The address, and whether it is confirmed. */
export function EmailPanel() {
  const { t } = useTranslation('profile');
  const { email_address: email, email_confirmed: confirmed, named_administrator: named } = useCurrentUser();
  const send = useMutation({
    mutationFn: () => call(sendConfirmation),
    onSuccess: () => toastSuccess(t('email.sent', { email })),
    onError: (error: Error) => toastError(error.message),
  });
  const status = (
    <StatusBadge status={t(confirmed ? 'email.confirmed' : 'email.open')} tone={confirmed ? 'good' : 'warning'} />
  );
  return (
    <Panel title={t('email.title')} mark={status}>
      <Group justify="space-between" gap="sm">
        <Stack gap={2} flex="1 1 240px">
          <Text fw={550} style={{ overflowWrap: 'anywhere' }}>
            {email}
          </Text>
          {(!confirmed || named) && (
            <Text size="sm" c="dimmed">
              {t(named ? 'email.namedText' : 'email.openText')}
            </Text>
          )}
        </Stack>
        {(!confirmed || named) && (
          <Button variant="default" size="xs" loading={send.isPending} onClick={() => send.mutate()}>
            {t('email.send')}
          </Button>
        )}
      </Group>
    </Panel>
  );
}
