import { Button, CopyButton, Group, Menu, Stack, Text } from '@mantine/core';
import { IconCheck, IconChevronDown, IconCopy, IconLock, IconUsers, IconWorld } from '@tabler/icons-react';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { PortVisibility as Visibility } from '#shared/features/workspaces/model.ts';
import { DropdownMenu } from '../../ui/DropdownMenu.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { useCurrentUser } from '../auth/index.ts';
import classes from './PortVisibility.module.css';
import { PublicLinkItems } from './PublicLinkItems.tsx';
import { usePortVisibility } from './use-port-visibility.ts';

const ICONS = { private: IconLock, organization: IconUsers, public: IconWorld } as const;

interface PortVisibilityProps {
  workspaceId: string;
  port: number;
  visibility: Visibility;
  /** When its public link ends. */
  until: string | null;
  editable: boolean;
}

/** Who can access an http port, and a menu to change that for people who may edit the workspace. */
export function PortVisibility({ workspaceId, port, visibility, until, editable }: PortVisibilityProps) {
  const { t } = useTranslation('ports');
  const { name: organization } = useCurrentUser().organization;
  const { change, link, end } = usePortVisibility(workspaceId, port);
  const [timing, setTiming] = useState(false);
  const Icon = ICONS[visibility];
  const text =
    visibility === 'public' ? (
      <span>
        <Trans t={t} i18nKey="ends" components={{ time: <RelativeTime date={until} /> }} />
      </span>
    ) : (
      t(visibility, { organization })
    );
  if (!editable) {
    return (
      <Group gap={6} c="dimmed" fz="sm" wrap="nowrap">
        <Icon size={14} aria-hidden />
        {text}
      </Group>
    );
  }
  const item = (value: Visibility) => {
    const Mark = ICONS[value];
    const label = value === 'public' && visibility === 'public' ? 'newLink' : value;
    return (
      <Menu.Item
        key={value}
        leftSection={<Mark size={16} />}
        rightSection={value === visibility && value !== 'public' ? <IconCheck size={14} /> : null}
        closeMenuOnClick={value !== 'public'}
        aria-current={value === visibility || undefined}
        onClick={() => {
          if (value === 'public') setTiming(true);
          else if (value !== visibility) change.mutate({ visibility: value });
        }}
      >
        {t(label, { organization })}
        <Text size="xs" c="dimmed">
          {t(`${value}Help`)}
        </Text>
      </Menu.Item>
    );
  };
  return (
    <Stack gap={2} align="flex-start">
      <Group gap={4}>
        <DropdownMenu position="bottom-start" width={280} onClose={() => setTiming(false)}>
          <Menu.Target>
            <Button
              size="compact-sm"
              variant="subtle"
              color={visibility === 'public' ? 'orange' : 'gray'}
              className={classes.visibility}
              leftSection={<Icon size={14} aria-hidden />}
              rightSection={<IconChevronDown size={14} aria-hidden />}
              loading={change.isPending}
              title={t('change', { port })}
            >
              {text}
            </Button>
          </Menu.Target>
          <Menu.Dropdown aria-label={t('change', { port })}>
            {timing ? (
              <PublicLinkItems
                onBack={() => setTiming(false)}
                onChoose={(hours) => change.mutate({ visibility: 'public', hours })}
              />
            ) : (
              (['private', 'organization', 'public'] as const).map(item)
            )}
          </Menu.Dropdown>
        </DropdownMenu>
        {visibility === 'public' && (
          <>
            {link && (
              <CopyButton value={link} timeout={2000}>
                {({ copied, copy }) => (
                  <Button
                    size="compact-sm"
                    variant="light"
                    onClick={copy}
                    leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
                  >
                    {t(copied ? 'copied' : 'copyLink')}
                  </Button>
                )}
              </CopyButton>
            )}
            <Button size="compact-sm" variant="subtle" color="red" onClick={end} disabled={change.isPending}>
              {t('endNow')}
            </Button>
          </>
        )}
      </Group>
      {visibility === 'public' && link && (
        <Text size="xs" c="dimmed">
          {t('toldOnce')}
        </Text>
      )}
      {change.error && (
        <Text size="xs" c="red" role="alert">
          {change.error.message}
        </Text>
      )}
    </Stack>
  );
}
