import { Anchor, Button, List, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../ui/Panel.tsx';
import { downloadsQuery } from './queries.ts';

/** In a browser: where the operator offers the desktop app, or whom to ask for it. */
export function Downloads() {
  const { t } = useTranslation('computer');
  const { data } = useQuery(downloadsQuery);
  if (!data) return null;
  const { url, files } = data;
  return (
    <Panel title={t('download.title')}>
      {url && (
        <Button component="a" href={url} target="_blank" rel="noopener" leftSection={<IconDownload size={16} />}>
          {t('download.page')}
        </Button>
      )}
      <List spacing="xs" listStyleType="none" pl={0}>
        {files.map((name) => (
          <List.Item key={name} icon={<IconDownload size={16} />}>
            <Anchor href={`/downloads/${encodeURIComponent(name)}`} download>
              {name}
            </Anchor>
          </List.Item>
        ))}
      </List>
      {!url && files.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('download.none')}
        </Text>
      )}
    </Panel>
  );
}
