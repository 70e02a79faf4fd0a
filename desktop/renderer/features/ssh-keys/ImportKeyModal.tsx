import { Checkbox, Modal, Select, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { input } from 'zod';
import type { DesktopCalls } from '#shared/desktop/calls.ts';
import type { DialogProps } from '../../lib/modals.ts';
import type { DesktopApi } from '../../lib/platform/desktop-api.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { infoQuery } from '../computer/index.ts';
import classes from './KeyTextarea.module.css';
import { LocalKeyForm } from './LocalKeyForm.tsx';

type Source = input<DesktopCalls['ssh-keys.import']['input']>['source'];

interface ImportKeyModalProps extends DialogProps {
  desktop: DesktopApi;
}

/** Imports an existing key: an OpenSSH, PEM or PuTTY file, one of ~/.ssh, one of the ssh-agent, or pasted text. */
export function ImportKeyModal({ opened, onClose, desktop }: ImportKeyModalProps) {
  const { t } = useTranslation('sshKeys');
  return (
    <Modal opened={opened} onClose={onClose} title={t('local.importTitle')} size="lg">
      <ImportForm desktop={desktop} onClose={onClose} />
    </Modal>
  );
}

/** Values of the source list: `file`, `text`, `home:<file>` or `agent:<fingerprint>`. */
function sourceOf(choice: string, text: string, again: boolean): Source {
  const [from, ...rest] = choice.split(':');
  const value = rest.join(':');
  if (from === 'home') return { from, file: value };
  if (from === 'agent') return { from, fingerprint: value };
  return from === 'text' ? { from, text } : { from: 'file', again };
}

function ImportForm({ desktop, onClose }: Omit<ImportKeyModalProps, 'opened'>) {
  const { t } = useTranslation('sshKeys');
  const { data: found } = useQuery({
    queryKey: ['desktop', 'candidates'],
    queryFn: () => desktop.call('ssh-keys.candidates'),
  });
  const [choice, setChoice] = useState('file');
  const { data: info } = useQuery(infoQuery(desktop));
  const [typed, setName] = useState<string | null>(null);
  const name = typed ?? info?.computer ?? '';
  const [text, setText] = useState('');
  const [passphrase, setPassphrase] = useState('');
  const [isSealed, setSealed] = useState(false);
  const [upload, setUpload] = useState(true);
  const choose = (value: string) => {
    setChoice(value);
    setSealed(false);
    if (value.startsWith('home:')) setName((before) => before ?? value.slice('home:'.length));
  };
  const data = [
    { value: 'file', label: t('local.from.file') },
    { value: 'text', label: t('local.from.text') },
    ...(found?.home ?? []).map(({ file }) => ({ value: `home:${file}`, label: `~/.ssh/${file}` })),
    ...(found?.agent ?? []).map(({ fingerprint, comment }) => ({
      value: `agent:${fingerprint}`,
      label: t('local.from.agent', { name: comment || fingerprint }),
    })),
  ];
  const ready = name.trim() !== '' && (choice !== 'text' || text.trim() !== '');
  return (
    <LocalKeyForm
      submitLabel={choice === 'file' && !isSealed ? t('local.choose') : t('local.import')}
      ready={ready}
      send={() =>
        desktop.call('ssh-keys.import', {
          name,
          upload,
          source: sourceOf(choice, text, isSealed),
          ...(passphrase && { passphrase }),
        })
      }
      onPassphrase={() => setSealed(true)}
      onClose={onClose}
    >
      <Select
        label={t('local.source')}
        data={data}
        value={choice}
        onChange={(value) => value && choose(value)}
        allowDeselect={false}
      />
      {choice === 'text' && (
        <Textarea
          label={t('local.privateKey')}
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
          placeholder="-----BEGIN OPENSSH PRIVATE KEY-----"
          autosize
          minRows={4}
          maxRows={8}
          spellCheck={false}
          autoComplete="off"
          classNames={{ input: classes.input }}
        />
      )}
      <Text size="sm" c="dimmed">
        {t(choice.startsWith('agent:') ? 'local.agentHelp' : 'local.importHelp')}
      </Text>
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
      {isSealed && (
        <PasswordField
          label={t('local.passphraseOf')}
          description={t('local.passphraseKept')}
          value={passphrase}
          onChange={({ currentTarget: { value } }) => setPassphrase(value)}
          autoComplete="off"
          autoFocus
        />
      )}
      <Checkbox
        label={t('local.uploadNow')}
        description={t('local.uploadNowHelp')}
        checked={upload}
        onChange={({ currentTarget: { checked } }) => setUpload(checked)}
      />
    </LocalKeyForm>
  );
}
