import { Group, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { addTaskBody } from '#shared/features/tasks/contract.ts';
import { TASK_DAYS_MAX, TASK_MINUTES_MAX } from '#shared/features/tasks/model.ts';
import { useSend } from '../../lib/use-send.ts';
import { Form } from '../../ui/Form.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { useApiForm } from '../../ui/use-api-form.ts';
import { workspaceListQuery } from '../workspaces/index.ts';
import { addTaskMutation } from './queries.ts';

/** What is to be done, where, by which command and within which limits. */
export function AddTaskForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('tasks');
  const navigate = useNavigate();
  const add = useSend(addTaskMutation);
  const { data } = useQuery(workspaceListQuery({ page: '1' }));
  const { form, submit, ...api } = useApiForm({
    schema: addTaskBody,
    initialValues: { workspace_id: '', title: '', instructions: '', command: '', minutes: 60, days: 3 },
  });
  const send = submit(async (_, body) => {
    const { taskID } = await add(body);
    toastSuccess(t('added'));
    onClose();
    navigate(`/tasks/${taskID}`);
  });
  const workspaces = data?.rows.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  return (
    <Form api={api} onSubmit={send} cancel={onClose} submit={t('form.submit')}>
      <Select
        {...form.getInputProps('workspace_id')}
        label={t('form.workspace')}
        description={t('form.workspaceHelp')}
        data={workspaces}
        searchable
        required
        data-autofocus
      />
      <TextInput {...form.getInputProps('title')} label={t('form.title')} maxLength={100} autoComplete="off" required />
      <Textarea
        {...form.getInputProps('instructions')}
        label={t('instructions')}
        description={t('form.instructionsHelp')}
        autosize
        minRows={3}
        maxRows={10}
      />
      <Textarea
        {...form.getInputProps('command')}
        label={t('form.command')}
        description={t('form.commandHelp')}
        autosize
        minRows={1}
        maxRows={6}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
      <Group grow>
        <NumberInput {...form.getInputProps('minutes')} label={t('form.minutes')} min={1} max={TASK_MINUTES_MAX} />
        <NumberInput {...form.getInputProps('days')} label={t('form.days')} min={1} max={TASK_DAYS_MAX} />
      </Group>
    </Form>
  );
}
