import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { Charge } from '#shared/api/envelope.ts';
import { restoreUser, type UserRow } from '#shared/features/users/contract.ts';
import { isPriceChange } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { ChargePopover } from './ChargePopover.tsx';
import { memberName } from './member-name.ts';
import { restoreUserMutation } from './queries.ts';

/** Has a removed person back: at once while a licence is free, otherwise after the price was accepted. */
export function BringBack({ row }: { row: UserRow }) {
  const { t } = useTranslation('users');
  const [charge, setCharge] = useState<Charge | null>(null);
  const name = memberName(row);
  const { mutateAsync } = useMutation(restoreUserMutation(row.id));
  const restore = useMutation({
    mutationFn: async (accepted?: Charge) => {
      if (accepted) return mutateAsync({ at: accepted.at, card_amount: accepted.card_amount });
      const price = await call(restoreUser, { params: { userID: row.id }, body: { dry_run: true } });
      // Without a price on the page nothing may be charged.
      return price.charge ? price : mutateAsync({ card_amount: 0 });
    },
    onSuccess: (answer) => {
      setCharge(answer.charge);
      if (!answer.charge) toastSuccess(t('restore.done', { name }));
    },
    onError: (error) => {
      setCharge(isPriceChange(error) ? error.charge : null);
      toastError(error.message);
    },
  });
  return (
    <Stack gap={2} align="flex-end">
      <ChargePopover charge={charge} onCancel={() => setCharge(null)} onAccept={() => charge && restore.mutate(charge)}>
        <Button
          variant="default"
          size="xs"
          loading={restore.isPending}
          onClick={() => restore.mutate(undefined)}
          aria-label={t('restore.named', { name })}
        >
          {t('restore.action')}
        </Button>
      </ChargePopover>
      <Text size="xs" c="dimmed">
        <Trans t={t} i18nKey="restore.until" components={{ time: <RelativeTime date={row.undo_until} /> }} />
      </Text>
    </Stack>
  );
}
