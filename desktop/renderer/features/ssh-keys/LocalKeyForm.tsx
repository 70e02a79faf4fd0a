import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LocalKey } from '#shared/desktop/calls/ssh-keys.ts';
import { type DesktopApi, DesktopCallError } from '../../lib/platform/desktop-api.ts';
import { FormActions } from '../../ui/FormActions.tsx';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { useDraft } from '../../ui/use-draft.ts';
import { infoQuery } from '../computer/index.ts';
import { LOCAL_CHANGE } from './queries.ts';

export interface LocalKeyDialogProps {
  desktop: DesktopApi;
  onClose: () => void;
}

interface LocalKeyFormProps extends LocalKeyDialogProps {
  submitLabel: string;
  /** Stands in the field until somebody types; default this computer's name. */
  suggestedName?: string | null;
  /** Is everything filled in besides the name? */
  ready?: boolean;
  send: (key: { name: string; upload: boolean }) => Promise<LocalKey>;
  /** The key has a passphrase, and none or a wrong one was given. */
  onPassphrase?: () => void;
  /** Fields above the name. */
  above?: ReactNode;
  /** Fields below it. */
  children: ReactNode;
}

/** Asks for a key's name and whether to upload it, asks the app to do something with the key, and shows the result. */
export function LocalKeyForm({ desktop, send, onPassphrase, onClose, ...form }: LocalKeyFormProps) {
  const { t } = useTranslation('sshKeys');
  const { data: info } = useQuery(infoQuery(desktop));
  const typed = useForm({ initialValues: { name: null as string | null, upload: true } });
  useDraft('/local-key', typed, { lasting: true });
  const { upload } = typed.values;
  const name = typed.values.name ?? form.suggestedName ?? info?.computer ?? '';
  const ready = name.trim() !== '' && form.ready !== false;
  const close = () => {
    typed.reset();
    onClose();
  };
  const work = useMutation({
    mutationFn: () => send({ name, upload }),
    onSuccess: (key) => {
      toastSuccess(t('local.done', { name: key.name }));
      close();
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
        {form.above}
        <TextInput
          label={t('name')}
          description={t('form.nameHelp')}
          value={name}
          onChange={({ currentTarget: { value } }) => typed.setFieldValue('name', value)}
          maxLength={60}
          autoComplete="off"
          required
          data-autofocus
        />
        {form.children}
        <Checkbox
          label={t('local.uploadNow')}
          description={t('local.uploadNowHelp')}
          {...typed.getInputProps('upload', { type: 'checkbox' })}
        />
        <FormActions cancel={close} submit={form.submitLabel} disabled={!ready} loading={work.isPending} />
      </Stack>
    </form>
  );
}
