import { Select, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { input } from 'zod';
import type { DesktopCalls } from '#shared/desktop/calls.ts';
import { formDialog } from '../../ui/form-dialog.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import classes from './KeyTextarea.module.css';
import { type LocalKeyDialogProps, LocalKeyForm } from './LocalKeyForm.tsx';

type Source = input<DesktopCalls['ssh-keys.import']['input']>['source'];

/** Values of the source list: `file`, `text`, `home:<file>` or `agent:<fingerprint>`. */
function sourceOf(choice: string, text: string, again: boolean): Source {
  const [from, ...rest] = choice.split(':');
  const value = rest.join(':');
  if (from === 'home') return { from, file: value };
  if (from === 'agent') return { from, fingerprint: value };
  return from === 'text' ? { from, text } : { from: 'file', again };
}

/** Imports an existing key: an OpenSSH, PEM or PuTTY file, one of ~/.ssh, one of the ssh-agent, or pasted text. */
export const ImportKeyModal = formDialog('sshKeys', 'local.importTitle', 'lg', ImportForm);

function ImportForm({ desktop, onClose }: LocalKeyDialogProps) {
  const { t } = useTranslation('sshKeys');
  const { data: found } = useQuery({
    queryKey: ['desktop', 'candidates'],
    queryFn: () => desktop.call('ssh-keys.candidates'),
  });
  const [choice, setChoice] = useState('file');
  const [suggested, setSuggested] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [passphrase, setPassphrase] = useState('');
  const [isSealed, setSealed] = useState(false);
  const choose = (value: string) => {
    setChoice(value);
    setSealed(false);
    if (value.startsWith('home:')) setSuggested((before) => before ?? value.slice('home:'.length));
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
  return (
    <LocalKeyForm
      desktop={desktop}
      submitLabel={choice === 'file' && !isSealed ? t('local.choose') : t('local.import')}
      suggestedName={suggested}
      ready={choice !== 'text' || text.trim() !== ''}
      send={(key) =>
        desktop.call('ssh-keys.import', {
          ...key,
          source: sourceOf(choice, text, isSealed),
          ...(passphrase && { passphrase }),
        })
      }
      onPassphrase={() => setSealed(true)}
      onClose={onClose}
      above={
        <>
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
        </>
      }
    >
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
    </LocalKeyForm>
  );
}
