import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CodeLine } from '../../ui/CodeLine.tsx';

/** The public half of a workspace's deploy key, to add at the repository's provider. */
export function DeployKey({ publicKey }: { publicKey: string }) {
  const { t } = useTranslation('repository');
  return (
    <Stack gap={6} w="100%" miw={0}>
      <Text size="sm" fw={500}>
        {t('key.title')}
      </Text>
      <CodeLine value={publicKey} copyLabel={t('key.copy')} />
      <Text size="xs" c="dimmed">
        {t('key.where')}
      </Text>
    </Stack>
  );
}
