import { Badge, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import { UNDO_HOURS } from '#shared/api/undo.ts';
import type { Secret } from '#shared/features/secrets/contract.ts';
import { ConfirmPopover } from '../../ui/ConfirmPopover.tsx';
import { Losers } from '../../ui/Losers.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { secretWorkspacesQuery } from './queries.ts';

interface SecretRowProps {
  secret: Secret;
  onEdit: () => void;
  onDelete: () => void;
}

/** One secret: where it goes, when it changed and was last used; never its value. */
export function SecretRow({ secret, onEdit, onDelete }: SecretRowProps) {
  const { t } = useTranslation('secrets');
  const { name, kind, repositories } = secret;
  return (
    <Group component="li" justify="space-between" gap="sm" align="flex-start">
      <Stack gap={2} miw={0} flex="1 1 280px">
        <Group gap="xs">
          <Code style={{ overflowWrap: 'anywhere' }}>{name}</Code>
          {kind === 'file' && (
            <Badge variant="light" tt="none">
              {t('file')}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed" className="tabular">
          <Trans
            t={t}
            i18nKey="changed"
            values={{ person: secret.changed_by ?? t('somebody') }}
            components={{ time: <RelativeTime date={secret.change_date} /> }}
          />
          {' · '}
          {secret.last_used ? (
            <Trans t={t} i18nKey="lastUsed" components={{ time: <RelativeTime date={secret.last_used} /> }} />
          ) : (
            t('neverUsed')
          )}
        </Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {repositories === null ? t('everywhere') : repositories.join(', ')}
        </Text>
      </Stack>
      <Group gap="xs" wrap="nowrap">
        <Button variant="default" size="xs" onClick={onEdit} aria-label={t('editNamed', { name })}>
          {t('edit')}
        </Button>
        <DeleteSecret secret={secret} onDelete={onDelete} />
      </Group>
    </Group>
  );
}

/** Says which workspaces lose it before it goes. */
function DeleteSecret({ secret: { id, name }, onDelete }: Omit<SecretRowProps, 'onEdit'>) {
  const { t } = useTranslation(['secrets', 'common']);
  return (
    <ConfirmPopover
      title={t('deleteNamed', { name })}
      text={t('deleteText')}
      detail={
        <>
          <SecretLosers secretId={id} /> {t('common:undo.kept', { name, count: UNDO_HOURS })}
        </>
      }
      confirmLabel={t('delete')}
      onConfirm={onDelete}
    >
      <Button variant="default" size="xs" c="var(--mantine-color-error)" aria-label={t('deleteNamed', { name })}>
        {t('delete')}
      </Button>
    </ConfirmPopover>
  );
}

function SecretLosers({ secretId }: { secretId: string }) {
  return <Losers query={useQuery(secretWorkspacesQuery(secretId))} />;
}
