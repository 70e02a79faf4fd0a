import { Checkbox, Modal, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KEY_TYPES } from '#shared/desktop/calls/ssh-keys.ts';
import type { DialogProps } from '../../lib/modals.ts';
import type { DesktopApi } from '../../lib/platform/desktop-api.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { infoQuery } from '../computer/index.ts';
import { LocalKeyForm } from './LocalKeyForm.tsx';

interface GenerateKeyModalProps extends DialogProps {
  desktop: DesktopApi;
}

/** Creates a key on this computer; the private key never leaves it. */
export function GenerateKeyModal({ opened, onClose, desktop }: GenerateKeyModalProps) {
  const { t } = useTranslation('sshKeys');
  return (
    <Modal opened={opened} onClose={onClose} title={t('local.generateTitle')} size="lg">
      <GenerateForm desktop={desktop} onClose={onClose} />
    </Modal>
  );
}

function GenerateForm({ desktop, onClose }: Omit<GenerateKeyModalProps, 'opened'>) {
  const { t } = useTranslation('sshKeys');
  const { data: info } = useQuery(infoQuery(desktop));
  const [typed, setName] = useState<string | null>(null);
  const [type, setType] = useState<(typeof KEY_TYPES)[number]>('ed25519');
  const [passphrase, setPassphrase] = useState('');
  const [upload, setUpload] = useState(true);
  const name = typed ?? info?.computer ?? '';
  return (
    <LocalKeyForm
      submitLabel={t('local.generate')}
      ready={name.trim() !== ''}
      send={() => desktop.call('ssh-keys.generate', { name, type, upload, ...(passphrase && { passphrase }) })}
      onClose={onClose}
    >
      <TextInput
        label={t('name')}
        description={t('form.nameHelp')}
        value={name}
        onChange={({ currentTarget: { value } }) => setName(value)}
        maxLength={60}
        autoComplete="off"
        required
        data-autofocus
      />
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
      <Checkbox
        label={t('local.uploadNow')}
        description={t('local.uploadNowHelp')}
        checked={upload}
        onChange={({ currentTarget: { checked } }) => setUpload(checked)}
      />
    </LocalKeyForm>
  );
}
