import {
  ActionIcon,
  Anchor,
  Badge,
  Button,
  Group,
  Modal,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  Title,
  Tooltip,
} from '@mantine/core';
import { IconChecklist, IconPlus, IconTerminal2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Task } from '#shared/features/tasks/contract.ts';
import { isOpen, PROGRAMS } from '#shared/features/tasks/model.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Page } from '../../ui/Page.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { useCurrentUser } from '../auth/index.ts';
import { AddTaskForm } from './AddTaskForm.tsx';
import { taskListQuery } from './queries.ts';
import { TaskStanding } from './TaskStanding.tsx';

const COLUMNS = ['running', 'waiting', 'done'] as const;
type Column = (typeof COLUMNS)[number];

function columnOf({ state, taken_over }: Task): Column {
  if (!isOpen(state)) return 'done';
  return state === 'waiting' || taken_over ? 'waiting' : 'running';
}

/** /tasks */
export function TasksPage() {
  const { t } = useTranslation('tasks');
  const { role } = useCurrentUser();
  const [adding, setAdding] = useState(false);
  const { data } = useQuery(taskListQuery);
  const add = role !== 'user' && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)} aria-keyshortcuts="N">
      {t('add')}
    </Button>
  );
  return (
    <Page title={t('title')} intro={t('intro')} actions={data?.length !== 0 && add}>
      <Loaded query={useQuery(taskListQuery)}>
        {(tasks) =>
          tasks.length === 0 ? (
            <EmptyState
              icon={<IconChecklist size={24} />}
              title={t('empty.title')}
              text={t('empty.text')}
              action={add}
            />
          ) : (
            <SimpleGrid cols={{ base: 1, md: 3 }} spacing="md">
              {COLUMNS.map((column) => (
                <TaskColumn key={column} column={column} tasks={tasks.filter((task) => columnOf(task) === column)} />
              ))}
            </SimpleGrid>
          )
        }
      </Loaded>
      <Modal opened={adding} onClose={() => setAdding(false)} title={t('add')} size="lg">
        <AddTaskForm onClose={() => setAdding(false)} />
      </Modal>
    </Page>
  );
}

function TaskColumn({ column, tasks }: { column: Column; tasks: Task[] }) {
  const { t } = useTranslation('tasks');
  const id = useId();
  return (
    <Stack component="section" gap="xs" miw={0} aria-labelledby={id}>
      <Group gap="xs">
        <Title order={2} size="h4" id={id}>
          {t(`column.${column}`)}
        </Title>
        <Badge variant="default" circle aria-hidden>
          {tasks.length}
        </Badge>
      </Group>
      {tasks.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('none')}
        </Text>
      )}
      {tasks.map((task) => (
        <TaskCard key={task.id} task={task} />
      ))}
    </Stack>
  );
}

function TaskCard({ task }: { task: Task }) {
  const { t } = useTranslation('tasks');
  const { state, reason, workspace } = task;
  const terminal = t('terminalOf', { title: task.title });
  return (
    <Paper p="md" component="article">
      <Stack gap={6}>
        <Group gap="xs" wrap="nowrap" align="flex-start" justify="space-between">
          <Anchor
            component={Link}
            to={`/tasks/${task.id}`}
            c="inherit"
            fw={600}
            lineClamp={2}
            style={{ overflowWrap: 'anywhere' }}
          >
            {task.title}
          </Anchor>
          {isOpen(state) && workspace.workspace_status === 'Active' && (
            <Tooltip label={t('terminal')}>
              <ActionIcon
                component="a"
                href={`/workspaces/terminal/${workspace.id}`}
                target="_blank"
                variant="default"
                aria-label={terminal}
              >
                <IconTerminal2 size={16} />
              </ActionIcon>
            </Tooltip>
          )}
        </Group>
        <TaskStanding task={task} />
        {reason && state === 'waiting' && <Text size="sm">{t(`reason.${reason}`)}</Text>}
        <Text size="sm" c="dimmed" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {[task.source.name && t('of', { name: task.source.name }), task.program && PROGRAMS[task.program].name]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        {isOpen(state) && (
          <Text size="sm" c="dimmed" className="tabular">
            {task.command && `${t('minutes', { count: task.minutes, used: task.used_minutes })} · `}
            <Trans t={t} i18nKey="expires" components={{ time: <RelativeTime date={task.expire_date} /> }} />
          </Text>
        )}
        {task.undo_date && (
          <Text size="sm" c="dimmed">
            <Trans t={t} i18nKey="undoUntil" components={{ time: <RelativeTime date={task.undo_date} /> }} />
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
