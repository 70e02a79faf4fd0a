import {
  Anchor,
  Group,
  NumberInput,
  Select,
  type SelectProps,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { addTaskBody } from '#shared/features/tasks/contract.ts';
import {
  PROGRAM_IDS,
  PROGRAMS,
  type ProgramId,
  TASK_DAYS_MAX,
  TASK_MINUTES_MAX,
} from '#shared/features/tasks/model.ts';
import { useSend } from '../../lib/use-send.ts';
import { Form } from '../../ui/Form.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { useApiForm } from '../../ui/use-api-form.ts';
import { snapshotListQuery } from '../snapshots/index.ts';
import { templateOptionsQuery, workspaceListQuery } from '../workspaces/index.ts';
import { addTaskMutation } from './queries.ts';

const TYPING_PAUSE_MS = 250;
const NONE = 'none';
const NOW = 'now';

/** What is to be done, where, by which command and within which limits. */
export function AddTaskForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('tasks');
  const navigate = useNavigate();
  const add = useSend(addTaskMutation);
  const { form, submit, ...api } = useApiForm({
    // Not the earlier name: what an open tab kept under it has other fields.
    draft: 'new-task',
    lasting: true,
    schema: addTaskBody,
    initialValues: {
      ...{
        source: '',
        source_name: '',
        is_template: false,
        title: '',
        instructions: '',
        command: '',
        minutes: 60,
        days: 3,
      },
      ...{ program: NONE as ProgramId | typeof NONE, snapshot_id: NOW },
      // Not named after what they choose: drafts keep nothing that could be a secret.
      ...{ all: true, names: [] as string[] },
    },
    toBody: ({ all, names, program, snapshot_id, source, source_name: _, is_template, ...body }) => ({
      ...body,
      ...(source && { [is_template ? 'template_id' : 'workspace_id']: source }),
      program: program === NONE ? null : program,
      snapshot_id: snapshot_id === NOW ? null : snapshot_id,
      secrets: all ? null : names,
    }),
  });
  const send = submit(async (_, body) => {
    const { taskID } = await add(body);
    toastSuccess(t('added'));
    onClose();
    navigate(`/tasks/${taskID}`);
  });
  const { program, source, is_template: isTemplate } = form.values;
  const chosen = program === NONE ? null : PROGRAMS[program];
  return (
    <Form api={api} onSubmit={send} cancel={onClose} submit={t('form.submit')}>
      <TextInput
        {...form.getInputProps('title')}
        label={t('form.title')}
        maxLength={100}
        autoComplete="off"
        required
        data-autofocus
      />
      <SourceSelect
        {...form.getInputProps('source')}
        error={form.errors.workspace_id ?? form.errors.template_id}
        name={form.values.source_name}
        onChoose={(id, name, is_template) =>
          form.setValues({ source: id, source_name: name, is_template, snapshot_id: NOW })
        }
      />
      <SnapshotSelect workspaceId={isTemplate ? '' : source} {...form.getInputProps('snapshot_id')} />
      <Textarea
        {...form.getInputProps('instructions')}
        label={t('instructions')}
        description={chosen ? t('form.instructionsGiven', { program: chosen.name }) : t('form.instructionsHelp')}
        autosize
        minRows={3}
        maxRows={10}
      />
      <Select
        {...form.getInputProps('program')}
        label={t('form.program')}
        description={
          chosen ? (
            <Trans
              t={t}
              i18nKey="form.programNeeds"
              values={{ names: chosen.secrets.join(', ') }}
              components={{ secrets: <Anchor component={Link} to="/profile" inherit underline="always" /> }}
            />
          ) : (
            t('form.programHelp')
          )
        }
        data={[
          { value: NONE, label: t('form.noProgram') },
          ...PROGRAM_IDS.map((id) => ({ value: id, label: PROGRAMS[id].name })),
        ]}
        allowDeselect={false}
      />
      <Textarea
        {...form.getInputProps('command')}
        label={t('form.command')}
        description={chosen ? t('form.commandInstead', { program: chosen.name }) : t('form.commandHelp')}
        {...(chosen && { placeholder: chosen.command })}
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
      <Switch {...form.getInputProps('all', { type: 'checkbox' })} label={t('form.secretsAll')} />
      {!form.values.all && (
        <TagsInput
          {...form.getInputProps('names')}
          label={t('form.secrets')}
          description={t('form.secretsHelp')}
          error={Object.entries(form.errors).find(([name]) => name.split('.')[0] === 'secrets')?.[1]}
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </Form>
  );
}

/** Offered where there is something to choose. */
function SnapshotSelect({ workspaceId, ...field }: SelectProps & { workspaceId: string }) {
  const { t } = useTranslation('tasks');
  const { data } = useQuery({
    ...snapshotListQuery({ page: '1', status: 'active', workspace: workspaceId, snapshot_type: 'Workspace' }),
    enabled: workspaceId !== '',
  });
  if (workspaceId === '' || !data?.rows.length) return null;
  return (
    <Select
      {...field}
      label={t('form.start')}
      data={[
        { value: NOW, label: t('form.startNow') },
        ...data.rows.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      allowDeselect={false}
    />
  );
}

interface SourceSelectProps extends Omit<SelectProps, 'onChange'> {
  name: string;
  onChoose: (id: string, name: string, isTemplate: boolean) => void;
}

/** One of the person's workspaces, found by name on the server, or a template that they may use. */
function SourceSelect({ name, onChoose, ...field }: SourceSelectProps) {
  const { t } = useTranslation('tasks');
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search, TYPING_PAUSE_MS);
  // The name of the chosen one is no search for others.
  const chosen = field.value ? { value: field.value, label: name } : null;
  const sought = settled === chosen?.label ? '' : settled;
  const { data } = useQuery(workspaceListQuery({ page: '1', ...(sought && { search: sought }) }));
  const offered = useQuery(templateOptionsQuery).data?.items ?? [];
  const templates = offered.map(({ value, text }) => ({ value, label: text }));
  const found = (data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const isThere = [...found, ...templates].some(({ value }) => value === chosen?.value);
  const workspaces = chosen && !isThere ? [chosen, ...found] : found;
  const some = templates.length > 0;
  return (
    <Select
      {...field}
      onChange={(id, option) =>
        onChoose(
          id ?? '',
          option?.label ?? '',
          templates.some(({ value }) => value === id),
        )
      }
      label={some ? t('form.workspaceOrTemplate') : t('form.workspace')}
      description={some ? t('form.workspaceOrTemplateHelp') : t('form.workspaceHelp')}
      data={
        some
          ? [
              { group: t('form.workspaces'), items: workspaces },
              { group: t('form.templates'), items: templates },
            ]
          : workspaces
      }
      searchValue={search}
      onSearchChange={setSearch}
      searchable
      required
    />
  );
}
