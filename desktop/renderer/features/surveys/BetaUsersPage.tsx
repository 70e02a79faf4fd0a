import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLock, IconMailPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useListState } from '../../lib/use-list-state.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import { Page } from '../../ui/Page.tsx';
import { useCurrentUser } from '../auth/index.ts';
import { BetaInviteModal } from './BetaInviteModal.tsx';
import { BetaUserTable } from './BetaUserTable.tsx';
import { betaUsersQuery } from './queries.ts';

/** /users/beta, for internal administrators. */
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
  const state = useListState();
  const list = useQuery(betaUsersQuery({ page: String(state.page) }));
  return (
    <>
      <ListPage
        title={t('program.title')}
        intro={t('program.intro')}
        list={list}
        state={state}
        action={
          <Button leftSection={<IconMailPlus size={16} />} onClick={open} aria-haspopup="dialog">
            {t('program.invite')}
          </Button>
        }
        empty={{ icon: <IconMailPlus size={24} />, title: t('program.emptyTitle'), text: t('program.emptyText') }}
        count={(count) => t('program.count', { count })}
      >
        {({ label, rows }) => <BetaUserTable label={label} rows={rows} />}
      </ListPage>
      <BetaInviteModal opened={opened} onClose={close} />
    </>
  );
}
