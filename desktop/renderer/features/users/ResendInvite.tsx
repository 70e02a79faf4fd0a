import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { resendInvite, type User } from '#shared/features/users/contract.ts';
import { call } from '../../lib/call.ts';
import { toastError, toastSuccess } from '../../ui/toast.ts';

/** Sends a new invitation to somebody who hasn't accepted yet; the previous link stops working. */
export function ResendInvite({ user }: { user: Pick<User, 'id' | 'email_address'> }) {
  const { t } = useTranslation('users');
  const resend = useMutation({
    mutationFn: () => call(resendInvite, { params: { userID: user.id } }),
    onSuccess: () => toastSuccess(t('resend.done', { email: user.email_address })),
    onError: (error) => toastError(error.message),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconMail size={16} />}
      loading={resend.isPending}
      onClick={() => resend.mutate()}
    >
      {t('resend.action')}
    </Button>
  );
}
