import { type MantineSize, Modal } from '@mantine/core';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { DialogProps } from '../lib/modals.ts';

/**
 * A dialog around a form, which starts anew whenever it opens.
 * @param ns the catalogue of its title
 */
export function formDialog<Props extends Pick<DialogProps, 'onClose'>>(
  ns: string,
  title: string,
  size: MantineSize,
  Content: ComponentType<Props>,
) {
  return function FormDialog({ opened, ...props }: Omit<Props, 'opened'> & DialogProps) {
    const { t } = useTranslation(ns);
    return (
      <Modal opened={opened} onClose={props.onClose} title={t(title)} size={size}>
        <Content {...(props as unknown as Props)} />
      </Modal>
    );
  };
}
