import { Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useSend } from '../../lib/use-send.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { toastError } from '../../ui/toast.ts';
import { editorSettingsQuery, updateEditorSettingsMutation } from './queries.ts';

/** Whether VS Code's settings go with the person from workspace to workspace. */
export function EditorSettingsPanel() {
  const { t } = useTranslation('profile');
  const settings = useQuery(editorSettingsQuery);
  return (
    <Panel title={t('editor.title')} text={t('editor.text')}>
      <Loaded query={settings} skeleton={<PageSkeleton rows={1} />}>
        {({ follow, change_date: changed }) => <Follow follow={follow} changed={changed} />}
      </Loaded>
    </Panel>
  );
}

function Follow({ follow, changed }: { follow: boolean; changed: string | null }) {
  const { t } = useTranslation('profile');
  // Clicks take effect in their order.
  const update = useSend({ ...updateEditorSettingsMutation, scope: { id: 'editor-settings' } });
  /** Until the server has it: a second click means the opposite of the first. */
  const [wanted, setWanted] = useState<boolean | null>(null);
  const choose = async (next: boolean) => {
    setWanted(next);
    await update({ follow: next }).catch((error: Error) => toastError(error.message));
    setWanted((latest) => (latest === next ? null : latest));
  };
  return (
    <Stack gap="xs">
      <Switch
        checked={wanted ?? follow}
        label={t('editor.follow')}
        onChange={({ currentTarget }) => void choose(currentTarget.checked)}
      />
      <Text size="sm" c="dimmed">
        {changed !== null ? (
          <Trans t={t} i18nKey="editor.changed" components={{ ago: <RelativeTime date={changed} /> }} />
        ) : (
          t(follow ? 'editor.none' : 'editor.off')
        )}
      </Text>
    </Stack>
  );
}
