import { Alert, Button, Code, Group, SimpleGrid, Stack } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconAlertTriangle, IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface RecoveryCodesProps {
  codes: string[];
  onDone: () => void;
}

/** Shown once: to copy or download before continuing. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation('profile');
  const clipboard = useClipboard({ timeout: 2000 });
  const text = `${codes.join('\n')}\n`;
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${t('twoFactor.fileHeading')}\n\n${text}`)}`;
  return (
    <Stack gap="md">
      <Alert color="yellow" icon={<IconAlertTriangle size={18} />}>
        {t('twoFactor.codesText')}
      </Alert>
      <SimpleGrid component="ul" cols={{ base: 1, xs: 2 }} spacing="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {codes.map((code) => (
          <li key={code}>
            <Code block ta="center" fz="sm">
              {code}
            </Code>
          </li>
        ))}
      </SimpleGrid>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={clipboard.copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            onClick={() => clipboard.copy(text)}
          >
            {clipboard.copied ? t('common:action.copied') : t('twoFactor.copy')}
          </Button>
          <Button
            variant="default"
            component="a"
            href={file}
            download="slipway-recovery-codes.txt"
            leftSection={<IconDownload size={16} />}
          >
            {t('twoFactor.download')}
          </Button>
        </Group>
        <Button onClick={onDone}>{t('twoFactor.kept')}</Button>
      </Group>
    </Stack>
  );
}
