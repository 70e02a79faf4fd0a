import { Button, CloseButton, Group, Paper, Stack, Text } from '@mantine/core';
import { IconUserShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { sharedWithMeQuery, useLiveSharing } from './queries.ts';
import classes from './SharedNotices.module.css';

/** On every page: terminals that somebody shares with the person, until they dismiss them or it ends. */
export function SharedNotices() {
  const { t } = useTranslation('sharing');
  useLiveSharing();
  const { data: shares = [] } = useQuery(sharedWithMeQuery);
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const shown = shares.filter(({ id }) => !dismissed.includes(id));
  return (
    <Stack gap="xs" role="status" aria-label={t('notice.label')} data-notices={shown.length}>
      {shown.map(({ id, owner, workspace, expire_date }) => (
        <Paper key={id} shadow="md" p="sm" className={classes.notice}>
          <Group gap="sm" wrap="nowrap" align="flex-start">
            <IconUserShare size={20} className={classes.icon} aria-hidden />
            <Stack gap={6} flex={1} miw={0}>
              <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                {t('notice.title', { name: owner.name })}
              </Text>
              <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {t('notice.text', { workspace: workspace.name })}{' '}
                <Trans t={t} i18nKey="until" components={{ time: <RelativeTime date={expire_date} /> }} />
              </Text>
              <div>
                <Button
                  size="xs"
                  component="a"
                  href={`/workspaces/shared-terminal/${id}`}
                  target="_blank"
                  rel="noreferrer"
                >
                  {t('notice.join')}
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
