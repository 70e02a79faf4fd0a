import { Alert, Anchor, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useParams, useSearchParams } from 'react-router-dom';
import { RESTORE_ERRORS, type RestoreError } from '#shared/features/hosts/contract.ts';
import { ApiError } from '../../lib/api-error.ts';
import { PublicCard } from '../../ui/PublicCard.tsx';
import { useRestore } from './use-restore.ts';

/** /hosts/restore?host={hostname}&port={443} and /hosts/restore/{id}: where a visit to a sleeping workspace waits. */
export function RestorePage() {
  const { t } = useTranslation('hosts');
  const { id } = useParams();
  const [search] = useSearchParams();
  const hostname = id ?? search.get('host') ?? '';
  const { error, tryAgain } = useRestore({ hostname, port: search.get('port'), path: search.get('path') });
  if (!hostname) return <Navigate to="/workspaces" replace />;
  return (
    <PublicCard
      title={t('restore.title')}
      intro={t('restore.text')}
      width={480}
      footer={
        <Anchor component={Link} to="/workspaces" inherit underline="always">
          {t('restore.home')}
        </Anchor>
      }
    >
      {error ? (
        <Failure error={error} onRetry={tryAgain} />
      ) : (
        <Group gap="sm" wrap="nowrap" role="status">
          <Loader size="sm" />
          <Text size="sm">{t('restore.starting')}</Text>
        </Group>
      )}
    </PublicCard>
  );
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('hosts');
  const { message } = error;
  const said = error instanceof ApiError ? error.said : message;
  const known = (Object.keys(RESTORE_ERRORS) as RestoreError[]).find((name) => RESTORE_ERRORS[name] === said);
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle size={18} />} title={message || t('restore.invalidName')}>
      <Stack gap="sm" align="flex-start">
        {known && <Text size="sm">{t(`restore.explain.${known}`)}</Text>}
        <Text size="xs" c="dimmed">
          {t('restore.again')}
        </Text>
        <Button size="xs" variant="default" onClick={onRetry}>
          {t('restore.tryAgain')}
        </Button>
      </Stack>
    </Alert>
  );
}
