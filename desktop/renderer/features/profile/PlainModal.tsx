import { Modal, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** A dialog whose close button has a name. */
export function PlainModal(props: ModalProps) {
  const { t } = useTranslation('common');
  return (
    <Modal
      {...props}
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    />
  );
}
