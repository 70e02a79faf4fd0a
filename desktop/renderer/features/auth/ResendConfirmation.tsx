import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { resendConfirmation } from '#shared/features/auth/contract.ts';
import { call } from '../../lib/call.ts';
import { FormBanner } from '../../ui/FormBanner.tsx';

/** For a confirmation mail that doesn't arrive. */
export function ResendConfirmation({ email }: { email: string }) {
  const { t } = useTranslation('auth');
  const send = useMutation({ mutationFn: () => call(resendConfirmation, { body: { email } }) });
  return (
    <>
      <FormBanner message={send.error?.message} />
      <FormBanner kind="success" message={send.isSuccess ? t('signup.resent') : null} />
      <Button variant="default" fullWidth loading={send.isPending} onClick={() => send.mutate()}>
        {t('signup.resend')}
      </Button>
    </>
  );
}
