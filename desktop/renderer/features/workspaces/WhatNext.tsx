import { Trans, useTranslation } from 'react-i18next';
import type { WorkspaceRow } from '#shared/features/workspaces/contract.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { dayText } from '../../ui/time.ts';

/** The most relevant time of a workspace: when it pauses, last use, deletion, or until when it can be restored. */
export function WhatNext({ workspace }: { workspace: WorkspaceRow }) {
  const { t, i18n } = useTranslation('workspaces');
  const { restorable_until: restorable, scheduled_delete_date: scheduled } = workspace;
  const { pause_date: pause, last_access_date: used } = workspace;
  const day = (date: string) => dayText(new Date(date), i18n.language);
  if (restorable) return <>{t('card.restorable', { date: day(restorable) })}</>;
  if (scheduled) return <>{t('card.scheduled', { date: day(scheduled) })}</>;
  if (pause) return <Trans t={t} i18nKey="header.pauses" components={{ time: <RelativeTime date={pause} /> }} />;
  if (!used) return <>{t('card.neverUsed')}</>;
  return <Trans t={t} i18nKey="card.lastUsed" components={{ time: <RelativeTime date={used} /> }} />;
}
