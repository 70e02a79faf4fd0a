import { Button, Group, Paper, Stack, Switch, TextInput, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { updateWorkspace, updateWorkspaceBody, type Workspace } from '#shared/features/workspaces/contract.ts';
import { call } from '../../lib/call.ts';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { useApiForm, withoutEmpty } from '../../ui/use-api-form.ts';
import { useCurrentUser } from '../auth/index.ts';
import { KeySelect } from './KeySelect.tsx';
import { workspaceListKey, workspaceQuery } from './queries.ts';

/** What can be changed of a workspace: name, key, delete protection. An empty name is refused, not left out. */
export function WorkspaceSettings({ workspace }: { workspace: Workspace }) {
  const { t } = useTranslation('workspaces');
  const client = useQueryClient();
  const me = useCurrentUser();
  const other = workspace.user_id === me.id ? undefined : { id: workspace.user_id, name: workspace.user_name };
  const { form, ref, message, submitting, submit } = useApiForm({
    schema: updateWorkspaceBody,
    initialValues: {
      name: workspace.name,
      ssh_key_id: workspace.ssh_key_id ?? '',
      delete_protect_flag: workspace.delete_protect_flag,
    },
    toBody: ({ name, ...rest }) => ({ name, ...withoutEmpty(rest) }),
  });
  const save = submit(async (_, body) => {
    await call(updateWorkspace, { params: { workspaceID: workspace.id }, body });
    form.resetDirty();
    void client.invalidateQueries({ queryKey: workspaceListKey });
    await client.invalidateQueries({ queryKey: workspaceQuery(workspace.id).queryKey });
    toastSuccess(t('settings.saved'));
  });
  return (
    <Paper p="lg" component="section">
      <form ref={ref} onSubmit={save} noValidate>
        <Stack gap="md">
          <Title order={2}>{t('settings.title')}</Title>
          <FormBanner message={message} />
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
          <Switch
            {...form.getInputProps('delete_protect_flag', { type: 'checkbox' })}
            label={t('settings.protect')}
            description={t('settings.protectHelp')}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={submitting} disabled={!form.isDirty()}>
              {t('settings.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
