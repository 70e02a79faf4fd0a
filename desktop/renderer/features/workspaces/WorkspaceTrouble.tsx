import { Alert, Button, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Workspace } from '#shared/features/workspaces/contract.ts';
import { DISK_STOP_PERCENT, DISK_WARN_PERCENT } from '#shared/features/workspaces/model.ts';
import { serverText } from '../../lib/server-text.ts';
import { NotAnswering } from '../../ui/NotAnswering.tsx';
import { exactTime } from '../../ui/time.ts';
import { toastError } from '../../ui/toast.ts';
import { startElsewhereMutation, workspaceUsageQuery } from './queries.ts';

/** Unexpected stops, each with what to do next. */
const STOPS = ['out_of_memory', 'crashed', 'disk_full', 'host_lost', 'container_missing'] as const;
/** How long a program that was killed is news. */
const NEWS_MS = 60 * 60_000;

/** What went wrong with a workspace, and what helps: out of memory, crashed, disk full or nearly so. */
export function WorkspaceTrouble({ workspace }: { workspace: Workspace }) {
  const { t } = useTranslation('workspaces');
  const [last] = workspace.status_changes;
  const status = workspace.workspace_status;
  const stop = status === 'Offline' ? STOPS.find((cause) => cause === last?.cause) : undefined;
  const where = workspace.server_id === 'shared' ? 'shared' : 'private';
  if (status === 'Offline' && workspace.lost_machine) return <LostMachine workspace={workspace} />;
  if (stop) {
    return (
      <Trouble color="red" title={t(`cause.${stop}`)}>
        {last?.detail && serverText(last.detail)} {t(`trouble.${stop}.${where}`)}
      </Trouble>
    );
  }
  const move = workspace.move_date && <Moves date={workspace.move_date} />;
  if (status !== 'Active') return move;
  const silentSince = workspace.not_answering_date;
  const found = workspace.status_changes.find(({ cause }) => cause === 'not_answering');
  const ended = last?.cause === 'out_of_memory' && Date.now() - Date.parse(last.date) < NEWS_MS;
  return (
    <>
      {move}
      {silentSince && (
        <NotAnswering since={silentSince} why={found?.detail}>
          {workspace.may.stop && t('trouble.not_answering')}
        </NotAnswering>
      )}
      {ended && (
        <Trouble color="yellow" title={t('trouble.programEnded.title')}>
          {t(`trouble.programEnded.${where}`)}
        </Trouble>
      )}
      <DiskWarning workspaceId={workspace.id} where={where} />
    </>
  );
}

/** Its machine is being emptied. */
function Moves({ date }: { date: string }) {
  const { t, i18n } = useTranslation('workspaces');
  return (
    <Trouble color="yellow" title={t('trouble.move.title')}>
      {t('trouble.move.text', { time: exactTime(new Date(date), i18n.language) })}
    </Trouble>
  );
}

/** Its machine doesn't answer: what there is to do is to start it elsewhere, with older files. */
function LostMachine({ workspace }: { workspace: Workspace }) {
  const { t, i18n } = useTranslation('workspaces');
  const start = useMutation(startElsewhereMutation(workspace.id));
  if (!workspace.lost_machine) return null;
  const { since_date, copy_date } = workspace.lost_machine;
  const shown = (date: string) => exactTime(new Date(date), i18n.language);
  return (
    <Trouble color="red" title={t('trouble.lost.title')}>
      <Stack gap="sm" align="flex-start">
        <span>
          {t('trouble.lost.since', { time: shown(since_date) })}{' '}
          {copy_date ? t('trouble.lost.copy', { time: shown(copy_date) }) : t('trouble.lost.noCopy')}
        </span>
        {copy_date && workspace.may.start && (
          <Button
            size="xs"
            loading={start.isPending}
            onClick={() => start.mutate(undefined, { onError: (error) => toastError(error.message) })}
          >
            {t('trouble.lost.start', { time: shown(copy_date) })}
          </Button>
        )}
      </Stack>
    </Trouble>
  );
}

function DiskWarning({ workspaceId, where }: { workspaceId: string; where: 'shared' | 'private' }) {
  const { t } = useTranslation('workspaces');
  const { data } = useQuery(workspaceUsageQuery(workspaceId));
  if (!data?.disk_limit_bytes || data.disk_bytes === null) return null;
  const percent = Math.floor((data.disk_bytes / data.disk_limit_bytes) * 100);
  const [high, full] = DISK_WARN_PERCENT;
  if (percent < high) return null;
  return (
    <Trouble color={percent >= full ? 'red' : 'yellow'} title={t('trouble.disk.title', { percent })}>
      {t(`trouble.disk.${where}`, { stop: DISK_STOP_PERCENT })}
    </Trouble>
  );
}

function Trouble({ color, title, children }: { color: string; title: string; children: React.ReactNode }) {
  return (
    <Alert color={color} title={title} icon={<IconAlertTriangle size={18} />}>
      {children}
    </Alert>
  );
}
