import { Button, CloseButton, Group, Paper, Stack, Text } from '@mantine/core';
import { IconUserShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { editorsSharedWithMeQuery, sharedWithMeQuery, useLiveSharing } from './queries.ts';
import classes from './SharedNotices.module.css';

/** On every page: terminals and VS Code that somebody shares with the person, until they dismiss them or it ends. */
export function SharedNotices() {
  const { t } = useTranslation('sharing');
  useLiveSharing();
  const { data: terminals = [] } = useQuery(sharedWithMeQuery);
  const { data: editors = [] } = useQuery(editorsSharedWithMeQuery);
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const notices = [
    ...terminals.map(({ id, owner: { name }, workspace, expire_date }) => ({
      ...{ id, workspace: workspace.name, expire_date, href: `/workspaces/shared-terminal/${id}` },
      ...{ title: t('notice.title', { name }), join: t('notice.join') },
    })),
    ...editors.map(({ id, owner: { name }, workspace, expire_date, url }) => ({
      ...{ id, workspace: workspace.name, expire_date, href: url },
      ...{ title: t('editor.notice.title', { name }), join: t('editor.notice.open') },
    })),
  ];
  const shown = notices.filter(({ id }) => !dismissed.includes(id));
  return (
    <Stack gap="xs" role="status" aria-label={t('notice.label')} data-notices={shown.length}>
      {shown.map(({ id, title, workspace, expire_date, href, join }) => (
        <Paper key={id} shadow="md" p="sm" className={classes.notice}>
          <Group gap="sm" wrap="nowrap" align="flex-start">
            <IconUserShare size={20} className={classes.icon} aria-hidden />
            <Stack gap={6} flex={1} miw={0}>
              <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                {title}
              </Text>
              <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {t('notice.text', { workspace })}{' '}
                <Trans t={t} i18nKey="until" components={{ time: <RelativeTime date={expire_date} /> }} />
              </Text>
              <div>
                <Button size="xs" component="a" href={href} target="_blank" rel="noreferrer">
                  {join}
                </Button>
              </div>
            </Stack>
            <CloseButton size="sm" aria-label={t('notice.dismiss')} onClick={() => setDismissed([...dismissed, id])} />
          </Group>
        </Paper>
      ))}
    </Stack>
  );
}
