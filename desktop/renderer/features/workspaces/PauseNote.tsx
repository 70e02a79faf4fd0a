import { Trans, useTranslation } from 'react-i18next';
import type { Workspace } from '#shared/features/workspaces/contract.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';

/** In a line: when the workspace pauses, or since when and why it doesn't run. */
export function PauseNote({ workspace }: { workspace: Workspace }) {
  const { t } = useTranslation('workspaces');
  const { held, keepalive_flag, pause_date, status_changes, workspace_status: status } = workspace;
  const say = (key: string, date: string, values: object = {}) => (
    <Trans t={t} i18nKey={key} values={values} components={{ time: <RelativeTime date={date} /> }} />
  );
  if (status === 'Pending') return t('header.starting');
  if (status === 'Offline') {
    const stopped = status_changes.find((change) => change.status === 'Offline');
    return stopped && say('awake.stopped', stopped.date, { cause: t(`cause.${stopped.cause}`) });
  }
  if (status !== 'Active') return null;
  if (held) return say('awake.held', held.since_date, { command: held.command });
  if (keepalive_flag) return t('header.keepalive');
  return pause_date && say('header.pauses', pause_date);
}
