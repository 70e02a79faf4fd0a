import { Paper, Text, Title } from '@mantine/core';
import {
  type Icon,
  IconBattery4,
  IconClockPlay,
  IconHandStop,
  IconPlayerPause,
  IconUser,
  IconZzz,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { Workspace } from '#shared/features/workspaces/contract.ts';
import type { Cause } from '#shared/features/workspaces/model.ts';
import { serverText } from '../../lib/server-text.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { useNow } from '../../ui/use-now.ts';
import classes from './WhyAwake.module.css';

/** Why the workspace is awake, and until when; or since when and why it is stopped. */
export function WhyAwake({ workspace }: { workspace: Workspace }) {
  const { t } = useTranslation('workspaces');
  const active = workspace.workspace_status === 'Active';
  const reasons = useReasons(workspace, active);
  if (reasons.length === 0) return null;
  return (
    <Paper p="lg" component="section" mih={160}>
      <Title order={2} mb="sm">
        {t(active ? 'awake.title' : workspace.sleep === 'warm' ? 'awake.titleAsleep' : 'awake.titleStopped')}
      </Title>
      <ul className={classes.list}>
        {reasons.map(({ key, icon: Mark, text }) => (
          <li key={key} className={classes.reason}>
            <Mark size={16} aria-hidden className={classes.mark} />
            <Text size="sm" component="span" style={{ overflowWrap: 'anywhere' }}>
              {text}
            </Text>
          </li>
        ))}
      </ul>
    </Paper>
  );
}

const BEGINNINGS: ReadonlySet<Cause> = new Set(['launched', 'started', 'woken'] as const);

interface Reason {
  key: string;
  icon: Icon;
  text: ReactNode;
}

function useReasons(workspace: Workspace, active: boolean): Reason[] {
  const { t } = useTranslation('workspaces');
  const now = useNow(active);
  const { held, keepalive_flag, keep_awake_date, last_access_date, pause_date, status_changes } = workspace;
  const at = (date: string) => <RelativeTime date={date} />;
  const say = (key: string, icon: Icon, date: string, values: object = {}): Reason => ({
    key,
    icon,
    text: <Trans t={t} i18nKey={`awake.${key}`} values={values} components={{ time: at(date) }} />,
  });
  if (!active) {
    const stopped = status_changes.find(({ status }) => status === 'Offline');
    if (workspace.workspace_status !== 'Offline' || !stopped) return [];
    const cause = t(`cause.${stopped.cause}`);
    const why = { ...say('stopped', IconPlayerPause, stopped.date, { cause }), key: 'cause' };
    const cold = stopped.cause === 'stopped_by_user' ? 'wakesOnRequest' : 'wakes';
    const again = workspace.sleep === 'warm' ? 'wakesWarm' : cold;
    return [
      why,
      ...(stopped.detail ? [{ key: 'detail', icon: IconHandStop, text: serverText(stopped.detail) }] : []),
      { key: again, icon: IconZzz, text: t(`awake.${again}`) },
    ];
  }
  const began = status_changes.find(({ cause }) => BEGINNINGS.has(cause));
  const used = last_access_date !== null && (!began || last_access_date > began.date);
  return [
    ...(keepalive_flag ? [{ key: 'keepalive', icon: IconBattery4, text: t('awake.keepalive') }] : []),
    ...(held ? [say('held', IconClockPlay, held.since_date, { command: held.command })] : []),
    ...(keep_awake_date && Date.parse(keep_awake_date) > now ? [say('kept', IconHandStop, keep_awake_date)] : []),
    ...(used ? [say('used', IconUser, last_access_date)] : []),
    ...(!used && began ? [say('started', IconUser, began.date)] : []),
    ...(pause_date && !held ? [say('pauses', IconZzz, pause_date)] : []),
  ];
}
