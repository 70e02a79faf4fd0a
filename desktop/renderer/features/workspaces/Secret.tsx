import { ActionIcon, Text, Tooltip } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/CopyButton.tsx';

/** A password that is hidden until asked for, and can be copied while hidden. */
export function Secret({ value }: { value: string }) {
  const { t } = useTranslation('workspaces');
  const [shown, setShown] = useState(false);
  const toggle = t(shown ? 'details.hide' : 'details.show');
  return (
    <>
      <Text span size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {shown ? value : '••••••••••••'}
      </Text>
      <Tooltip label={toggle}>
        <ActionIcon variant="subtle" color="gray" onClick={() => setShown(!shown)} aria-label={toggle}>
          {shown ? <IconEyeOff size={16} /> : <IconEye size={16} />}
        </ActionIcon>
      </Tooltip>
      <CopyButton value={value} label={t('details.copyPassword')} />
    </>
  );
}
