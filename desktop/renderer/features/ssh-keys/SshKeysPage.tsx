import { Anchor, Button, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { platform } from '../../lib/platform/current-platform.ts';
import { Page } from '../../ui/Page.tsx';
import { KeyManager } from './KeyManager.tsx';
import { LocalKeys } from './LocalKeys.tsx';

/** /sshKeys */
export function SshKeysPage() {
  const { t } = useTranslation(['sshKeys', 'computer']);
  const [adding, setAdding] = useState(false);
  return (
    <Page
      title={t('title')}
      intro={t('intro')}
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)} aria-keyshortcuts="N">
          {t('add')}
        </Button>
      }
    >
      {platform.desktop ? (
        <>
          <LocalKeys desktop={platform.desktop} />
          <Title order={2}>{t('uploadedTitle')}</Title>
        </>
      ) : null}
      <KeyManager adding={adding} onAdding={setAdding} />
      {!platform.desktop && (
        <Text size="sm" c="dimmed" maw={720}>
          {t('inApp')}{' '}
          <Anchor component={Link} to="/desktop" inherit underline="always">
            {t('computer:open.aboutApp')}
          </Anchor>
        </Text>
      )}
    </Page>
  );
}
