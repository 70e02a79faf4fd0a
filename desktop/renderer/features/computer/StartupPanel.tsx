import { Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DesktopApi } from '../../lib/platform/desktop-api.ts';
import { Panel } from '../../ui/Panel.tsx';
import { toastError } from '../../ui/toast.ts';
import { useCurrentUser } from '../auth/index.ts';
import { ownWorkspacesQuery, preferencesQuery, startupQuery, useChangePreferences } from './queries.ts';

/**
 * What happens automatically: the app starts with the computer, workspaces start with it, and notifications. Only
 * notifications are on by default.
 */
export function StartupPanel({ desktop }: { desktop: DesktopApi }) {
  const { t } = useTranslation('computer');
  const client = useQueryClient();
  const user = useCurrentUser();
  const { data: preferences } = useQuery(preferencesQuery(desktop));
  const { data: startup } = useQuery(startupQuery(desktop));
  const { data: workspaces } = useQuery(ownWorkspacesQuery(user.id));
  const { mutate: change } = useChangePreferences(desktop);
  const { mutate: openAtLogin } = useMutation({
    mutationFn: (open: boolean) => desktop.call('startup.update', { openAtLogin: open }),
    onSuccess: (state) => client.setQueryData(startupQuery(desktop).queryKey, state),
    onError: (error) => toastError(error.message),
  });
  const starting = preferences?.startOnWake ?? [];
  return (
    <Panel title={t('startup.title')}>
      <Switch
        label={t('startup.notifications')}
        description={t('startup.notificationsHelp')}
        checked={preferences?.notifications ?? true}
        disabled={!preferences}
        onChange={({ currentTarget: { checked } }) => change({ notifications: checked })}
      />
      <Switch
        label={t('startup.app')}
        description={t('startup.appHelp')}
        checked={startup?.openAtLogin ?? false}
        disabled={!startup}
        onChange={({ currentTarget: { checked } }) => openAtLogin(checked)}
      />
      <Stack gap="xs">
        <div>
          <Text size="sm" fw={600}>
            {t('startup.workspaces')}
          </Text>
          <Text size="sm" c="dimmed">
            {t(workspaces?.length === 0 ? 'startup.noWorkspaces' : 'startup.workspacesHelp')}
          </Text>
        </div>
        {workspaces?.map(({ id, name }) => (
          <Switch
            key={id}
            label={name}
            checked={starting.includes(id)}
            disabled={!preferences}
            onChange={({ currentTarget: { checked } }) =>
              change({ startOnWake: checked ? [...starting, id] : starting.filter((each) => each !== id) })
            }
          />
        ))}
      </Stack>
    </Panel>
  );
}
