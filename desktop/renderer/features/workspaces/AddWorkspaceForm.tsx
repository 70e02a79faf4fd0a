import { Button, Group, Paper, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { useCurrentUser } from '../auth/index.ts';
import { SnapshotField } from '../snapshots/index.ts';
import { serverOptionsQuery } from './queries.ts';
import { useAddWorkspace } from './use-add-workspace.ts';
import { toOption, type WorkspaceOptions } from './use-workspace-options.ts';
import { KeyField, NameField, SoftwareFields } from './WorkspaceFields.tsx';

interface AddWorkspaceFormProps {
  options: WorkspaceOptions;
  users: { value: string; text: string }[];
}

export function AddWorkspaceForm({ options, users }: AddWorkspaceFormProps) {
  const { t } = useTranslation(['workspaces', 'common']);
  const navigate = useNavigate();
  const snapshotId = useSearchParams()[0].get('snapshot_id') || undefined;
  const me = useCurrentUser();
  const { api, onSubmit } = useAddWorkspace({
    userId: me.id,
    defaults: options.defaults,
    snapshotId,
    onAdded: (id) => navigate(`/workspaces/pending/${id}`),
  });
  const { form } = api;
  const { user_id: userId } = form.values;
  const { data: servers = [] } = useQuery(serverOptionsQuery(userId));
  const other = users.find((option) => option.value === userId && option.value !== me.id);
  return (
    <form ref={api.ref} onSubmit={onSubmit} noValidate>
      <Paper p="lg">
        <Stack gap="md">
          <FormBanner message={api.message} />
          <NameField form={form} />
          {users.length > 1 && (
            <Select
              {...form.getInputProps('user_id')}
              onChange={(id) => id && form.setValues({ user_id: id, ssh_key_id: '' })}
              label={t('form.user')}
              description={t('form.userHelp')}
              data={users.map(toOption)}
              allowDeselect={false}
              searchable
              openOnFocus={false}
              nothingFoundMessage={t('form.nothing')}
              required
            />
          )}
          <Select
            {...form.getInputProps('server_id')}
            label={t('form.server')}
            data={servers.map(toOption)}
            allowDeselect={false}
            required
          />
          {snapshotId ? (
            <SnapshotField snapshotId={snapshotId} />
          ) : (
            <SoftwareFields form={form} languages={options.languages} databases={options.databases} />
          )}
          <KeyField form={form} otherUser={other && { id: other.value, name: other.text }} />
          {!snapshotId && (
            <TextInput
              {...form.getInputProps('git_url')}
              label={t('form.git')}
              description={t('form.gitHelp')}
              placeholder="https://github.com/organization/project.git"
              autoComplete="off"
              spellCheck={false}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" component={Link} to="/workspaces">
              {t('common:action.cancel')}
            </Button>
            <Button type="submit" loading={api.submitting}>
              {t('form.submit')}
            </Button>
          </Group>
        </Stack>
      </Paper>
    </form>
  );
}
