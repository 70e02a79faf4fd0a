import { Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SshKey } from '#shared/features/ssh-keys/contract.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import classes from './KeyTextarea.module.css';

interface ViewKeyModalProps {
  /** Closed if null. */
  sshKey: SshKey | null;
  onClose: () => void;
}

/** Name and public key, read-only. */
export function ViewKeyModal({ sshKey, onClose }: ViewKeyModalProps) {
  const { t } = useTranslation('sshKeys');
  return (
    <Modal opened={sshKey !== null} onClose={onClose} title={t('viewTitle')} size="lg">
      {sshKey && (
        <Stack gap="md">
          <TextInput label={t('name')} value={sshKey.name} readOnly data-autofocus />
          <Textarea
            label={
              <Group component="span" gap={4} display="inline-flex">
                {t('form.key')}
                <CopyButton value={sshKey.public_key} label={t('copyKey')} />
              </Group>
            }
            aria-label={t('form.key')}
            value={sshKey.public_key}
            classNames={{ input: classes.input }}
            autosize
            readOnly
          />
          <Text size="sm" c="dimmed" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            {sshKey.fingerprint}
          </Text>
        </Stack>
      )}
    </Modal>
  );
}
