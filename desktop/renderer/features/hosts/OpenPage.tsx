import { Anchor, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { ApiError } from '../../lib/api-error.ts';
import { atFragment } from '../../lib/paths.ts';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { PublicCard } from '../../ui/PublicCard.tsx';
import { askWay } from './ask-way.ts';

/**
 * /open?host={hostname}&path={path}, after a login: signed-out people who visited a workspace or service go on into it.
 * A browser that comes with its session cookie is answered by the server, and never sees this page.
 */
export function OpenPage() {
  const { t } = useTranslation(['hosts', 'gateway']);
  const { search, hash } = useLocation();
  const name = new URLSearchParams(search).get('host')?.split('.')[0] ?? '';
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['hosts', 'open', search],
    queryFn: ({ signal }) => askWay(search, signal),
    retry: false,
    gcTime: 0,
    // An address works once.
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (data) window.location.replace(atFragment(data, hash));
  }, [data, hash]);
  const refused = error instanceof ApiError && (error.status === 403 || error.notFound);
  const why = error instanceof ApiError && error.notFound ? t('gateway:notFound.title') : t('gateway:forbidden.title');
  return (
    <PublicCard
      title={refused ? why : t('opening.title', { name })}
      width={480}
      footer={
        <Anchor component={Link} to="/workspaces" inherit underline="always">
          {t('gateway:toWorkspaces')}
        </Anchor>
      }
    >
      {error ? (
        <Stack align="flex-start">
          <FormBanner message={error.message} />
          {!refused && (
            <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
              {t('restore.tryAgain')}
            </Button>
          )}
        </Stack>
      ) : (
        <Group gap="sm" wrap="nowrap" role="status">
          <Loader size="sm" />
          <Text size="sm">{t('opening.text')}</Text>
        </Group>
      )}
    </PublicCard>
  );
}
