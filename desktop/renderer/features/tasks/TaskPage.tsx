import { Alert, Badge, Button, Group, ScrollArea, Stack, Text } from '@mantine/core';
import { IconHandStop, IconPlayerPlay, IconTerminal2 } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import type { Task } from '#shared/features/tasks/contract.ts';
import { isOpen } from '#shared/features/tasks/model.ts';
import { ActionButton } from '../../ui/ActionButton.tsx';
import { ConfirmPopover } from '../../ui/ConfirmPopover.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { NotFound } from '../../ui/NotFound.tsx';
import { Page } from '../../ui/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { type TaskAction, taskActionMutation, taskLogQuery, taskQuery } from './queries.ts';
import { Patch, TaskChanges } from './TaskChanges.tsx';

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
  const { id, state, outcome, reason } = task;
  const act = useMutation({
    ...taskActionMutation(id),
    onSuccess: ({ message }) => toastSuccess(message),
  });
  const open = isOpen(state);
  const begun = open && state !== 'preparing';
  return (
    <Page
      title={task.title}
      mark={
        <Badge variant="light" tt="none">
          {outcome ? t(`outcome.${outcome}`) : t(`state.${state}`)}
        </Badge>
      }
      note={t('by', { name: task.user_name })}
      breadcrumbs={[{ label: t('title'), to: '/tasks' }, { label: task.title }]}
      actions={begun && <TaskActions task={task} busy={act.isPending} onAct={act.mutate} />}
    >
      {act.error && (
        <Alert color="red" role="alert">
          {act.error.message}
        </Alert>
      )}
      {task.taken_over && <Alert color="yellow">{t('takenOver')}</Alert>}
      <Stack gap={4}>
        {reason && (
          <Text>
            {t(`reason.${reason}`)} {task.exit_code !== null && t('exit', { code: task.exit_code })}
          </Text>
        )}
        <Text size="sm" c="dimmed" className="tabular">
          {t('of', { name: task.source.name })} · {task.branch}
          {task.command && ` · ${t('minutes', { count: task.minutes, used: task.used_minutes })}`}
        </Text>
        {open && (
          <Text size="sm" c="dimmed">
            <Trans t={t} i18nKey="expires" components={{ time: <RelativeTime date={task.expire_date} /> }} />
            {' · '}
            {t('expiresText')}
          </Text>
        )}
      </Stack>
      {task.instructions && (
        <Panel title={t('instructions')}>
          <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{task.instructions}</Text>
        </Panel>
      )}
      {(task.command || state === 'failed') && <TaskLog id={id} running={state === 'running'} />}
      {begun && <TaskChanges id={id} />}
    </Page>
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
  const finish = [
    { action: 'apply', label: t('merge'), text: t('mergeText', values) },
    { action: 'push', label: t('push'), text: t('pushText', values) },
    { action: 'keep', label: t('keep'), text: t('keepText') },
    { action: 'discard', label: t('discard'), text: t('discardText') },
  ] as const;
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
      {task.may_finish &&
        finish.map(({ action, label, text }) => (
          <ConfirmPopover key={action} text={text} confirmLabel={label} onConfirm={() => onAct(action)} disabled={busy}>
            <Button
              variant={action === 'apply' ? 'filled' : 'default'}
              {...(action === 'discard' && { c: 'var(--mantine-color-error)' })}
            >
              {label}
            </Button>
          </ConfirmPopover>
        ))}
    </>
  );
}

function TaskLog({ id, running }: { id: string; running: boolean }) {
  const { t } = useTranslation('tasks');
  return (
    <Panel title={t('log')}>
      <Loaded query={useQuery(taskLogQuery(id, running))}>
        {(log) =>
          log ? (
            <ScrollArea.Autosize mah={360}>
              <Patch text={log} label={t('log')} />
            </ScrollArea.Autosize>
          ) : (
            <Group>
              <Text c="dimmed">{t('logNone')}</Text>
            </Group>
          )
        }
      </Loaded>
    </Panel>
  );
}
