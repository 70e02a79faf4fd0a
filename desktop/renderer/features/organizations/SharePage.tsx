import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconHeart } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { rooms } from '#shared/api/rooms.ts';
import { CREDIT } from '#shared/features/billing/model.ts';
import { useRoom } from '../../lib/socket.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { useCurrentUser } from '../auth/index.ts';
import { moneyText } from '../billing/index.ts';
import { sharesQuery } from './queries.ts';
import { ShareModal } from './ShareModal.tsx';
import { ShareTable } from './ShareTable.tsx';

/** /organization/share, 'Spread the Love' */
export function SharePage() {
  const { t, i18n } = useTranslation('organizations');
  const { organization } = useCurrentUser();
  const client = useQueryClient();
  const [opened, { open, close }] = useDisclosure(false);
  const { data } = useQuery(sharesQuery);
  useRoom(rooms.organization(organization.id), {
    onMessage: () => void client.invalidateQueries({ queryKey: sharesQuery.queryKey }),
  });
  const none = data?.records === 0;
  const shareButton = (
    <Button leftSection={<IconHeart size={16} />} onClick={open} aria-haspopup="dialog" aria-keyshortcuts="N">
      {t('share.action')}
    </Button>
  );
  const intro = t('share.intro', {
    yours: moneyText(CREDIT.shareOwner, i18n.language),
    theirs: moneyText(CREDIT.shareNewUser, i18n.language),
  });
  return (
    <Page title={t('share.title')} intro={intro} actions={!none && shareButton}>
      {!data && <PageSkeleton />}
      {none && (
        <EmptyState
          icon={<IconHeart size={24} />}
          title={t('share.emptyTitle')}
          text={t('share.emptyText')}
          action={shareButton}
        />
      )}
      {data && !none && <ShareTable label={t('share.title')} rows={data.rows} />}
      <ShareModal opened={opened} onClose={close} />
    </Page>
  );
}
