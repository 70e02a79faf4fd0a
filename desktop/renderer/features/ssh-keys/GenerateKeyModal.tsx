import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KEY_TYPES } from '#shared/desktop/calls/ssh-keys.ts';
import { formDialog } from '../../ui/form-dialog.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { type LocalKeyDialogProps, LocalKeyForm } from './LocalKeyForm.tsx';

/** Creates a key on this computer; the private key never leaves it. */
export const GenerateKeyModal = formDialog('sshKeys', 'local.generateTitle', 'lg', GenerateForm);

function GenerateForm({ desktop, onClose }: LocalKeyDialogProps) {
  const { t } = useTranslation('sshKeys');
  const [type, setType] = useState<(typeof KEY_TYPES)[number]>('ed25519');
  const [passphrase, setPassphrase] = useState('');
  return (
    <LocalKeyForm
      desktop={desktop}
      submitLabel={t('local.generate')}
      send={(key) => desktop.call('ssh-keys.generate', { ...key, type, ...(passphrase && { passphrase }) })}
      onClose={onClose}
    >
      <Select
        label={t('local.type')}
        data={KEY_TYPES.map((value) => ({ value, label: t(`local.types.${value}`) }))}
        value={type}
        onChange={(value) => value && setType(value as typeof type)}
        allowDeselect={false}
      />
      <PasswordField
        label={t('local.passphrase')}
        description={t('local.passphraseHelp')}
        value={passphrase}
        onChange={({ currentTarget: { value } }) => setPassphrase(value)}
        autoComplete="new-password"
      />
    </LocalKeyForm>
  );
}
