import { Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LocalKey } from '#shared/desktop/calls/ssh-keys.ts';
import { DesktopCallError } from '../../lib/platform/desktop-api.ts';
import { FormActions } from '../../ui/FormActions.tsx';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { LOCAL_CHANGE } from './queries.ts';

interface LocalKeyFormProps {
  submitLabel: string;
  ready: boolean;
  send: () => Promise<LocalKey>;
  /** The key has a passphrase, and none or a wrong one was given. */
  onPassphrase?: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks the app to do something with a key, and shows the result. */
export function LocalKeyForm({ submitLabel, ready, send, onPassphrase, onClose, children }: LocalKeyFormProps) {
  const { t } = useTranslation('sshKeys');
  const work = useMutation({
    mutationFn: send,
    onSuccess: ({ name }) => {
      toastSuccess(t('local.done', { name }));
      onClose();
    },
    onError: (error) => error instanceof DesktopCallError && error.code === 'passphrase' && onPassphrase?.(),
    meta: LOCAL_CHANGE,
  });
  const cancelled = work.error instanceof DesktopCallError && work.error.code === 'cancelled';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready) work.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormBanner message={cancelled ? null : work.error?.message} />
        {children}
        <FormActions cancel={onClose} submit={submitLabel} disabled={!ready} loading={work.isPending} />
      </Stack>
    </form>
  );
}
