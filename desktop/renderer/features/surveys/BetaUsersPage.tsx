import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLock, IconMailPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useListState } from '../../lib/use-list-state.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { useCurrentUser } from '../auth/index.ts';
import { BetaInviteModal } from './BetaInviteModal.tsx';
import { BetaUserTable } from './BetaUserTable.tsx';
import { betaUsersQuery } from './queries.ts';

/** /users/beta, for administrators of the product (decisions §8). */
export function BetaUsersPage() {
  const { t } = useTranslation('surveys');
  const { admin_flag } = useCurrentUser();
  if (admin_flag) return <BetaUsers />;
  return (
    <Page title={t('program.title')}>
      <EmptyState icon={<IconLock size={24} />} title={t('program.adminsOnly')} text={t('program.adminsOnlyText')} />
    </Page>
  );
}

function BetaUsers() {
  const { t } = useTranslation('surveys');
  const [opened, { open, close }] = useDisclosure(false);
  const { page, setPage } = useListState();
  const { data } = useQuery(betaUsersQuery(page));
  const none = data?.records === 0;
  const inviteButton = (
    <Button leftSection={<IconMailPlus size={16} />} onClick={open} aria-haspopup="dialog">
      {t('program.invite')}
    </Button>
  );
  return (
    <Page title={t('program.title')} intro={t('program.intro')} actions={!none && inviteButton}>
      {!data && <PageSkeleton />}
      {none && (
        <EmptyState
          icon={<IconMailPlus size={24} />}
          title={t('program.emptyTitle')}
          text={t('program.emptyText')}
          action={inviteButton}
        />
      )}
      {data && !none && (
        <>
          <BetaUserTable label={t('program.title')} rows={data.rows} />
          <Group justify="space-between">
            <Text size="sm" c="dimmed" className="tabular" role="status">
              {t('program.count', { count: data.records })}
            </Text>
            <Pager page={page} records={data.records} onPage={setPage} />
          </Group>
        </>
      )}
      <BetaInviteModal opened={opened} onClose={close} />
    </Page>
  );
}
