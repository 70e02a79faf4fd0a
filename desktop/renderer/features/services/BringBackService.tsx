import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import type { ServiceRow } from '#shared/features/services/contract.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { restoreServiceMutation } from './queries.ts';

/** Until when a deleted service can be had back, and the button that does it. */
export function BringBackService({ row: { id, name, undo_until } }: { row: ServiceRow }) {
  const { t } = useTranslation('services');
  const { mutate, isPending } = useMutation({
    ...restoreServiceMutation(id),
    onSuccess: () => toastSuccess(t('edit.restored')),
    onError: (error) => toastError(error.message),
  });
  return (
    <Stack gap={2} align="flex-end">
      <Button
        variant="default"
        size="xs"
        loading={isPending}
        onClick={(event) => {
          event.stopPropagation();
          mutate();
        }}
        aria-label={t('restoreNamed', { name })}
      >
        {t('edit.restore')}
      </Button>
      <Text size="xs" c="dimmed">
        <Trans t={t} i18nKey="goneAt" components={{ time: <RelativeTime date={undo_until} /> }} />
      </Text>
    </Stack>
  );
}
