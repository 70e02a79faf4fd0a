import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUserShare } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { LazyPart } from '../../ui/LazyPart.tsx';

const loadDialog = () => import('./ShareDialog.tsx').then((module) => module.ShareDialog);

/** Shares the person's terminal in this workspace with somebody. */
export function ShareButton({ workspaceId }: { workspaceId: string }) {
  const { t } = useTranslation('sharing');
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button
        size="xs"
        style={{ flexShrink: 0 }}
        variant="default"
        leftSection={<IconUserShare size={14} />}
        onClick={open}
        aria-haspopup="dialog"
      >
        {t('share')}
      </Button>
      {opened && <LazyPart load={loadDialog} props={{ workspaceId, onClose: close }} onFailed={close} />}
    </>
  );
}
