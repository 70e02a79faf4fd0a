import { Alert, Divider, Paper, Switch, TextInput, Title } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { updateWorkspaceBody, type Workspace } from '#shared/features/workspaces/contract.ts';
import { useSend } from '../../lib/use-send.ts';
import { Form } from '../../ui/Form.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { useApiForm } from '../../ui/use-api-form.ts';
import { useCurrentUser } from '../auth/index.ts';
import { type ChoiceForm, type Choices, withoutResources } from './choices.ts';
import { KeepaliveField } from './KeepaliveField.tsx';
import { KeySelect } from './KeySelect.tsx';
import { PortFields } from './PortFields.tsx';
import { updateWorkspaceMutation } from './queries.ts';
import { ResourceFields } from './ResourceFields.tsx';
import { WarmSleepField } from './WarmSleepField.tsx';

type SettingsValues = Choices &
  Pick<Workspace, 'name' | 'hourly_points_flag'> & { ssh_key_id: string } & Record<string, unknown>;

/** A workspace's settings. Sends only what was changed; an empty name is refused, not omitted. */
export function WorkspaceSettings({ workspace }: { workspace: Workspace }) {
  const { t } = useTranslation('workspaces');
  const update = useSend(updateWorkspaceMutation(workspace.id));
  const me = useCurrentUser();
  const other = workspace.user_id === me.id ? undefined : { id: workspace.user_id, name: workspace.user_name };
  const shared = workspace.server_id === 'shared';
  const [nextStart, setNextStart] = useState(false);
  const { form, submit, ...api } = useApiForm<SettingsValues, typeof updateWorkspaceBody>({
    draft: 'workspace-settings',
    lasting: true,
    schema: updateWorkspaceBody,
    initialValues: valuesOf(workspace),
    toBody: (values) => changesOf(workspace, values),
  });
  const choices = form as unknown as ChoiceForm;
  const follow = useEffectEvent(() => {
    if (form.isDirty()) return;
    form.setValues(valuesOf(workspace));
    form.resetDirty(valuesOf(workspace));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever changed elsewhere is shown, unless somebody is editing.
  useEffect(follow, [workspace]);
  const save = submit(async (values, body) => {
    const answer = await update(body);
    form.setFieldValue('keepalive_move', false);
    form.resetDirty({ ...values, keepalive_move: false });
    setNextStart(answer.next_start.length > 0);
    toastSuccess(t('settings.saved'));
  });
  return (
    <Paper p="lg" component="section" maw={720}>
      <Form
        api={api}
        onSubmit={save}
        intro={<Title order={2}>{t('settings.title')}</Title>}
        submit={t('settings.save')}
        disabled={!form.isDirty()}
        {...(form.isDirty() && { cancel: () => form.setValues(valuesOf(workspace)) })}
      >
        <TextInput
          {...form.getInputProps('name')}
          label={t('settings.name')}
          description={t('settings.nameHelp')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={40}
          autoComplete="off"
          required
        />
        <KeySelect
          {...form.getInputProps('ssh_key_id')}
          onChange={(id) => form.setFieldValue('ssh_key_id', id)}
          help={t('settings.keyHelp')}
          otherUser={other}
        />
        {!shared && <ResourceFields form={choices} />}
        <Divider />
        <PortFields form={choices} withHosts />
        <Divider />
        <KeepaliveField form={choices} shared={shared} />
        <WarmSleepField form={choices} />
        <Switch
          {...form.getInputProps('hourly_points_flag', { type: 'checkbox' })}
          label={t('settings.hourlyPoints')}
          description={t('settings.hourlyPointsHelp')}
        />
        <Switch
          {...form.getInputProps('delete_protect_flag', { type: 'checkbox' })}
          label={t('settings.protect')}
          description={t('settings.protectHelp')}
        />
      </Form>
      {nextStart && (
        <Alert color="yellow" p="sm" mt="md" role="status">
          {t('settings.nextStart')}
        </Alert>
      )}
    </Paper>
  );
}

function valuesOf(workspace: Workspace): SettingsValues {
  return {
    name: workspace.name,
    ssh_key_id: workspace.ssh_key_id ?? '',
    cpu_cores: workspace.cpu_cores,
    memory_gb: workspace.memory_gb,
    disk_gb: workspace.disk_gb as Choices['disk_gb'],
    port_3000: workspace.port_3000,
    port_3030: workspace.port_3030,
    port_3000_pass_host: workspace.port_3000_pass_host,
    port_3030_pass_host: workspace.port_3030_pass_host,
    use_ssl: workspace.use_ssl,
    keepalive_flag: workspace.keepalive_flag,
    keepalive_move: false,
    warm_sleep_flag: workspace.warm_sleep_flag,
    hourly_points_flag: workspace.hourly_points_flag,
    delete_protect_flag: workspace.delete_protect_flag,
  };
}

function changesOf(workspace: Workspace, values: SettingsValues): Record<string, unknown> {
  const { keepalive_move: move, ...before } = valuesOf(workspace);
  const changes = Object.fromEntries(
    Object.entries(before).flatMap(([name, value]) => (values[name] === value ? [] : [[name, values[name]]])),
  );
  const all = changes.keepalive_flag && values.keepalive_move !== move ? { ...changes, keepalive_move: true } : changes;
  return workspace.server_id === 'shared' ? withoutResources(all) : all;
}
