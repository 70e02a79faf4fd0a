import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/Page.tsx';
import { KeyManager } from './KeyManager.tsx';

/** /sshKeys */
export function SshKeysPage() {
  const { t } = useTranslation('sshKeys');
  const [adding, setAdding] = useState(false);
  return (
    <Page
      title={t('title')}
      intro={t('intro')}
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
          {t('add')}
        </Button>
      }
    >
      <KeyManager adding={adding} onAdding={setAdding} />
    </Page>
  );
}
