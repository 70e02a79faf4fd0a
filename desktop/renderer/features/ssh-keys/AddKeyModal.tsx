import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AddKeyForm } from './AddKeyForm.tsx';

interface AddKeyModalProps {
  opened: boolean;
  onClose: () => void;
  onAdded?: (sshKeyId: string) => void;
}

/** Adds a key of the signed-in user. */
export function AddKeyModal({ opened, onClose, onAdded }: AddKeyModalProps) {
  const { t } = useTranslation('sshKeys');
  const added = (id: string) => {
    onClose();
    onAdded?.(id);
  };
  return (
    <Modal opened={opened} onClose={onClose} title={t('add')} size="lg">
      <AddKeyForm onAdded={added} onCancel={onClose} />
    </Modal>
  );
}
