import { useTranslation } from 'react-i18next';
import type { WorkspaceRow } from '#shared/features/workspaces/contract.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';

/** The time that matters about a workspace: when it was used, will be deleted, or until when it can be restored. */
export function WhatNext({ workspace }: { workspace: WorkspaceRow }) {
  const { t } = useTranslation('workspaces');
  const [name, date] = timeOf(workspace);
  if (!date) return <>{t('card.neverUsed')}</>;
  return (
    <>
      {t(`card.${name}`)} <RelativeTime date={date} />
    </>
  );
}

function timeOf(workspace: WorkspaceRow) {
  const { restorable_until: restorable, scheduled_delete_date: scheduled, last_access_date: used } = workspace;
  if (restorable) return ['restorable', restorable] as const;
  if (scheduled) return ['scheduled', scheduled] as const;
  return ['lastUsed', used] as const;
}
