import { ActionIcon, CopyButton as MantineCopyButton, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface CopyButtonProps {
  value: string;
  /** What is copied, for the button's name: 'Copy SSH command'. */
  label?: string;
}

export function CopyButton({ value, label }: CopyButtonProps) {
  const { t } = useTranslation();
  return (
    <MantineCopyButton value={value} timeout={2000}>
      {({ copied, copy }) => {
        const name = copied ? t('action.copied') : (label ?? t('action.copy'));
        return (
          <Tooltip label={name}>
            <ActionIcon variant="subtle" color={copied ? 'harbor' : 'gray'} onClick={copy} aria-label={name}>
              {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            </ActionIcon>
          </Tooltip>
        );
      }}
    </MantineCopyButton>
  );
}
