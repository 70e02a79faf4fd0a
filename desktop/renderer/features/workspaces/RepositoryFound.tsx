import { Button, Group, List, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { RepositoryLook } from '#shared/features/workspaces/repository.ts';
import { ApiError } from '../../lib/api-error.ts';
import { messageText } from '../../lib/message.ts';
import { serverText } from '../../lib/server-text.ts';

const SHORT_COMMIT = 7;

/** What a look into the repository of a new workspace found, or why there was none. It hinders nothing. */
export function RepositoryFound({ look }: { look: UseQueryResult<RepositoryLook> }) {
  const { t } = useTranslation('repository');
  if (look.isFetching) {
    return (
      <Text size="sm" c="dimmed" role="status">
        {t('found.looking')}
      </Text>
    );
  }
  if (look.error) {
    return (
      <Group gap="sm">
        <Text size="sm" c="dimmed" role="status">
          {reasonOf(look.error)}
        </Text>
        <Button variant="default" size="compact-xs" onClick={() => look.refetch()}>
          {t('found.again')}
        </Button>
      </Group>
    );
  }
  if (!look.data) return null;
  const { ref, languages, database, devcontainer } = look.data;
  const name = ref.kind === 'commit' ? ref.name.slice(0, SHORT_COMMIT) : ref.name;
  const what = [
    t(`found.${ref.kind}`, { name }),
    ...languages.map(({ text }) => text),
    ...(database ? [database.text] : []),
    ...(devcontainer ? ['devcontainer.json'] : []),
  ].join(' · ');
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed" role="status">
        {t('found.line', { what })}
      </Text>
      {devcontainer && <DevcontainerNotes devcontainer={devcontainer} />}
    </Stack>
  );
}

function DevcontainerNotes({ devcontainer }: { devcontainer: NonNullable<RepositoryLook['devcontainer']> }) {
  const { t } = useTranslation('repository');
  const { file, followed, notes } = devcontainer;
  return (
    <Text component="details" size="sm" c="dimmed">
      <summary>{t('found.details', { file: file ?? 'devcontainer.json' })}</summary>
      <List size="xs" c="dimmed">
        {followed.length > 0 && <List.Item>{t('found.followed', { properties: followed.join(', ') })}</List.Item>}
        {notes.map((note) => (
          <List.Item key={note}>{serverText(note)}</List.Item>
        ))}
      </List>
    </Text>
  );
}

/** What is wrong with the address, which is more than that there were errors in a form. */
function reasonOf(error: Error): string {
  const [field] = error instanceof ApiError ? Object.values(error.fields) : [];
  return field ? messageText(field) : error.message;
}
