import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconDeviceDesktop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { deepLink } from '../../lib/paths.ts';
import { Panel } from '../../ui/Panel.tsx';

/** In a browser: opens the desktop app. The ssh command and configuration are beside it, on the same page. */
export function OpenInApp({ workspaceId }: { workspaceId: string }) {
  const { t } = useTranslation('computer');
  return (
    <Panel title={t('open.title')} text={t('open.webText')}>
      <Group gap="md">
        <Button
          component="a"
          href={deepLink(workspaceId)}
          variant="default"
          leftSection={<IconDeviceDesktop size={16} />}
        >
          {t('open.inApp')}
        </Button>
        <Text size="sm" c="dimmed" flex="1 1 200px">
          {t('open.noApp')}{' '}
          <Anchor component={Link} to="/desktop" inherit underline="always">
            {t('open.aboutApp')}
          </Anchor>
        </Text>
      </Group>
    </Panel>
  );
}
