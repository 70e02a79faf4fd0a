import { Button, Group, List, Text, ThemeIcon } from '@mantine/core';
import { IconBell, IconDeviceDesktop, IconKey, IconPlugConnected, IconPower, IconTerminal2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ALL_WORKSPACES_LINK } from '../../lib/paths.ts';
import { Panel } from '../../ui/Panel.tsx';

const WHAT = [
  ['open', IconTerminal2],
  ['keys', IconKey],
  ['tunnels', IconPlugConnected],
  ['startup', IconPower],
  ['notices', IconBell],
] as const;

/** In a browser: what the desktop app would offer, and how to open it. */
export function AboutApp() {
  const { t } = useTranslation('computer');
  return (
    <Panel title={t('about.title')} text={t('about.text')}>
      <List spacing="md" pl={0} listStyleType="none">
        {WHAT.map(([name, Icon]) => (
          <List.Item
            key={name}
            icon={
              <ThemeIcon variant="light" size={32} radius="md">
                <Icon size={18} />
              </ThemeIcon>
            }
          >
            <Text fw={600}>{t(`about.${name}.title`)}</Text>
            <Text size="sm" c="dimmed">
              {t(`about.${name}.text`)}
            </Text>
          </List.Item>
        ))}
      </List>
      <Group gap="md">
        <Button component="a" href={ALL_WORKSPACES_LINK} leftSection={<IconDeviceDesktop size={16} />}>
          {t('open.inApp')}
        </Button>
        <Text size="sm" c="dimmed" flex="1 1 220px">
          {t('about.get')}
        </Text>
      </Group>
    </Panel>
  );
}
