import { Alert, Button, Stack, Text } from '@mantine/core';
import {
  IconArrowBackUp,
  IconDeviceFloppy,
  IconGitBranch,
  IconHandStop,
  IconPlayerPlay,
  IconTerminal2,
  IconTrash,
} from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import type { Task } from '#shared/features/tasks/contract.ts';
import { isOpen, PROGRAMS } from '#shared/features/tasks/model.ts';
import { ActionButton } from '../../ui/ActionButton.tsx';
import { ConfirmPopover } from '../../ui/ConfirmPopover.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { MoreMenu } from '../../ui/MoreMenu.tsx';
import { NotFound } from '../../ui/NotFound.tsx';
import { Page } from '../../ui/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { toastUndo } from '../../ui/toast-undo.tsx';
import { startCopyMutation, type TaskAction, taskActionMutation, taskQuery } from './queries.ts';
import { TaskChanges } from './TaskChanges.tsx';
import { TaskLog } from './TaskLog.tsx';
import { TaskStanding } from './TaskStanding.tsx';

/** /tasks/{id} */
export function TaskPage() {
  const { t } = useTranslation('tasks');
  const { id = '' } = useParams();
  const notFound = (
    <NotFound title={t('notFound.title')} text={t('notFound.text')} to="/tasks" back={t('notFound.back')} />
  );
  return (
    <Loaded query={useQuery(taskQuery(id))} notFound={notFound}>
      {(task) => <Shown key={id} task={task} />}
    </Loaded>
  );
}

function Shown({ task }: { task: Task }) {
  const { t } = useTranslation('tasks');
  const { id, state, workspace } = task;
  const undo = useMutation(taskActionMutation(id));
  const act = useMutation({
    ...taskActionMutation(id),
    onSuccess: ({ message }, action) => {
      if (action === 'discard') toastUndo(message, () => undo.mutateAsync('undo'));
      else toastSuccess(message);
    },
  });
  const start = useMutation(startCopyMutation(workspace.id));
  const open = isOpen(state);
  const begun = open && state !== 'preparing';
  const error = act.error ?? start.error;
  return (
    <Page
      title={task.title}
      mark={<TaskStanding task={task} />}
      note={t('by', { name: task.user_name })}
      breadcrumbs={[{ label: t('title'), to: '/tasks' }, { label: task.title }]}
      actions={
        begun ? (
          <TaskActions task={task} busy={act.isPending} onAct={act.mutate} />
        ) : (
          task.undo_date && (
            <ActionButton
              label={t('undo')}
              icon={IconArrowBackUp}
              loading={act.isPending}
              onPress={() => act.mutate('undo')}
            />
          )
        )
      }
    >
      {error && (
        <Alert color="red" role="alert">
          {error.message}
        </Alert>
      )}
      {task.taken_over && <Alert color="yellow">{t('takenOver')}</Alert>}
      {begun && workspace.workspace_status === 'Offline' && (
        <Alert color="yellow" title={t('stopped')}>
          <Stack gap="xs" align="flex-start">
            {t('stoppedText')}
            <ActionButton
              label={t('start')}
              icon={IconPlayerPlay}
              loading={start.isPending}
              onPress={() => start.mutate()}
            />
          </Stack>
        </Alert>
      )}
      <Facts task={task} />
      {task.instructions && (
        <Panel title={t('instructions')}>
          <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{task.instructions}</Text>
        </Panel>
      )}
      {(task.command || state === 'failed') && <TaskLog id={id} running={state === 'running'} />}
      {(task.diff_date || (begun && workspace.workspace_status === 'Active')) && <TaskChanges task={task} />}
    </Page>
  );
}

function Facts({ task }: { task: Task }) {
  const { t } = useTranslation('tasks');
  const { reason, exit_code: code, program } = task;
  return (
    <Stack gap={4}>
      {reason && (
        <Text>
          {t(`reason.${reason}`)} {code !== null && t('exit', { code })}
        </Text>
      )}
      <Text size="sm" c="dimmed" className="tabular" style={{ overflowWrap: 'anywhere' }}>
        {task.source.name && `${t('of', { name: task.source.name })} · `}
        {task.branch}
        {program && ` · ${PROGRAMS[program].name}`}
        {task.command && ` · ${t('minutes', { count: task.minutes, used: task.used_minutes })}`}
      </Text>
      {isOpen(task.state) && (
        <Text size="sm" c="dimmed">
          <Trans t={t} i18nKey="expires" components={{ time: <RelativeTime date={task.expire_date} /> }} />
          {' · '}
          {t('expiresText')}
        </Text>
      )}
      {task.undo_date && (
        <Text size="sm" c="dimmed">
          <Trans t={t} i18nKey="undoUntil" components={{ time: <RelativeTime date={task.undo_date} /> }} />
        </Text>
      )}
    </Stack>
  );
}

interface TaskActionsProps {
  task: Task;
  busy: boolean;
  onAct: (action: TaskAction) => void;
}

function TaskActions({ task, busy, onAct }: TaskActionsProps) {
  const { t } = useTranslation('tasks');
  const values = { name: task.source.name, branch: task.branch };
  // A template takes no changes.
  const isOfTemplate = task.source.kind === 'template';
  const push = {
    label: t('push'),
    icon: IconGitBranch,
    disabled: busy,
    ask: t('pushText', values),
    onPress: () => onAct('push'),
  };
  return (
    <>
      <Button
        component="a"
        href={`/workspaces/terminal/${task.workspace.id}`}
        target="_blank"
        variant="default"
        leftSection={<IconTerminal2 size={16} />}
      >
        {t('terminal')}
      </Button>
      {task.state === 'running' && !task.taken_over && (
        <ActionButton label={t('takeOver')} icon={IconHandStop} loading={busy} onPress={() => onAct('takeOver')} />
      )}
      {task.taken_over && (
        <ActionButton label={t('handBack')} icon={IconPlayerPlay} loading={busy} onPress={() => onAct('handBack')} />
      )}
      {task.may_finish && (
        <>
          <ConfirmPopover
            text={isOfTemplate ? t('pushText', values) : t('mergeText', values)}
            confirmLabel={isOfTemplate ? t('push') : t('merge')}
            onConfirm={() => onAct(isOfTemplate ? 'push' : 'apply')}
            disabled={busy}
          >
            <Button>{isOfTemplate ? t('push') : t('merge')}</Button>
          </ConfirmPopover>
          <MoreMenu
            actions={[
              { label: t('keep'), icon: IconDeviceFloppy, disabled: busy, onPress: () => onAct('keep') },
              ...(isOfTemplate ? [] : [push]),
              {
                label: t('discard'),
                icon: IconTrash,
                disabled: busy,
                ask: t('discardText'),
                detail: t('discardUndo'),
                onPress: () => onAct('discard'),
              },
            ]}
          />
        </>
      )}
    </>
  );
}
