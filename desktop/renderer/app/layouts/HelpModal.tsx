import { Button, Divider, Group, Kbd, Modal, Stack, Switch, Table, Text, Title } from '@mantine/core';
import { IconApi, IconLifebuoy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../features/auth/index.ts';
import { isMac } from '../../lib/is-mac.ts';
import type { DialogProps } from '../../lib/modals.ts';
import { openModal } from '../../lib/modals.ts';
import { platform } from '../../lib/platform/current-platform.ts';
import { useSingleKeys } from '../../lib/single-keys.ts';
import { goKeysFor } from '../menu.ts';

/** How to contact support, the API reference, and keyboard shortcuts. */
export function HelpModal({ opened, onClose }: DialogProps) {
  const { t } = useTranslation('shell');
  const user = useCurrentUser();
  const { enabled, toggle } = useSingleKeys();
  const modifier = isMac() ? '⌘' : 'Ctrl';
  const single: [keys: string[], what: string][] = [
    [['/'], t('search')],
    [['n'], t('help.new')],
    ...goKeysFor(user).map(({ label, goKey }): [string[], string] => [
      ['g', goKey],
      t('help.goTo', { page: t(label) }),
    ]),
    [['?'], t('help.title')],
  ];
  return (
    <Modal opened={opened} onClose={onClose} title={t('help.title')} size="md">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('help.text')}
        </Text>
        <Group gap="xs">
          <Button leftSection={<IconLifebuoy size={16} />} onClick={() => openModal('support')} data-autofocus>
            {t('user.support')}
          </Button>
          <Button
            component="a"
            href={`${platform.apiBase}/docs`}
            target="_blank"
            rel="noreferrer"
            variant="default"
            leftSection={<IconApi size={16} />}
          >
            {t('help.api')}
          </Button>
        </Group>
        <Divider />
        <Title order={3}>{t('help.keys')}</Title>
        <Table aria-label={t('help.keys')} verticalSpacing={4} horizontalSpacing={0} withRowBorders={false}>
          <Table.Tbody>
            <Shortcut keys={[modifier, 'K']} what={t('search')} />
            <Shortcut keys={['Esc']} what={t('help.close')} />
            {enabled && single.map(([keys, what]) => <Shortcut key={keys.join(' ')} keys={keys} what={what} />)}
          </Table.Tbody>
        </Table>
        <Switch checked={enabled} onChange={toggle} label={t('help.single')} description={t('help.singleHelp')} />
      </Stack>
    </Modal>
  );
}

function Shortcut({ keys, what }: { keys: string[]; what: string }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        {what}
      </Table.Th>
      <Table.Td>
        <Group gap={4} justify="flex-end" wrap="nowrap">
          {keys.map((key) => (
            <Kbd key={key} size="sm">
              {key}
            </Kbd>
          ))}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
