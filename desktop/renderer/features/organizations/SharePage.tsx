import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconHeart } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CREDIT, SHARES_PAID_A_MONTH } from '#shared/features/billing/model.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { moneyText } from '../billing/index.ts';
import { sharesQuery } from './queries.ts';
import { ShareModal } from './ShareModal.tsx';
import { ShareTable } from './ShareTable.tsx';

/** /organization/share, 'Spread the Love' */
export function SharePage() {
  const { t, i18n } = useTranslation('organizations');
  const [opened, { open, close }] = useDisclosure(false);
  const { data } = useQuery(sharesQuery);
  const none = data?.records === 0;
  const shareButton = (
    <Button leftSection={<IconHeart size={16} />} onClick={open} aria-haspopup="dialog" aria-keyshortcuts="N">
      {t('share.action')}
    </Button>
  );
  const intro = t('share.intro', {
    yours: moneyText(CREDIT.shareOwner, i18n.language),
    theirs: moneyText(CREDIT.shareNewUser, i18n.language),
    most: SHARES_PAID_A_MONTH,
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
