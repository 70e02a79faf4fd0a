import { Paper, SegmentedControl, Select, Stack, Switch, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { TemplateOption } from '#shared/features/templates/contract.ts';
import { Form } from '../../ui/Form.tsx';
import { useCurrentUser } from '../auth/index.ts';
import { SnapshotPicker, useSnapshotOptions } from '../snapshots/index.ts';
import type { ChoiceForm } from './choices.ts';
import { GitField } from './GitField.tsx';
import { KeepaliveField } from './KeepaliveField.tsx';
import { PortFields } from './PortFields.tsx';
import { prefilled } from './prefilled.ts';
import { ideImagesQuery, serverOptionsQuery } from './queries.ts';
import { ResourceFields } from './ResourceFields.tsx';
import { SampleField } from './SampleField.tsx';
import { TemplateField } from './TemplateField.tsx';
import { isFixed, templateValues } from './template-values.ts';
import { useAddWorkspace } from './use-add-workspace.ts';
import { toOption, toServerOption, type WorkspaceOptions } from './use-workspace-options.ts';
import { WarmSleepField } from './WarmSleepField.tsx';
import { KeyField, NameField, SoftwareFields } from './WorkspaceFields.tsx';

interface AddWorkspaceFormProps {
  options: WorkspaceOptions;
  users: { value: string; text: string }[];
  templates: { required: boolean; items: TemplateOption[] };
}

/** All settings of a new workspace. */
export function AddWorkspaceForm({ options, users, templates }: AddWorkspaceFormProps) {
  const { t } = useTranslation('workspaces');
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const snapshotId = query.get('snapshot_id') || undefined;
  const named = templates.items.find(({ value }) => value === query.get('template'));
  const me = useCurrentUser();
  const { api, onSubmit } = useAddWorkspace({
    userId: me.id,
    defaults: prefilled(query, options),
    snapshotId,
    template: named && templateValues(named),
    onAdded: (id) => navigate(`/workspaces/pending/${id}`),
  });
  const { form } = api;
  const choices = form as unknown as ChoiceForm;
  const { user_id: userId, deployment_type: type, server_id: serverId } = form.values;
  const { data: servers = [] } = useQuery(serverOptionsQuery(userId));
  const { data: ides = [] } = useQuery(ideImagesQuery);
  const snapshots = useSnapshotOptions();
  const other = users.find((option) => option.value === userId && option.value !== me.id);
  const shared = serverId === 'shared';
  return (
    <Form api={api} onSubmit={onSubmit} cancel="/workspaces" submit={t('form.submit')}>
      <Section>
        <TemplateField form={form} templates={templates} own={userId === me.id} />
        <NameField form={form} />
        {users.length > 1 && (
          <Select
            {...form.getInputProps('user_id')}
            onChange={(id) =>
              id &&
              form.setValues({
                user_id: id,
                ssh_key_id: '',
                ...(!isFixed(form.values, 'server_id') && { server_id: 'shared' }),
              })
            }
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
          data={servers.map(toServerOption)}
          disabled={isFixed(form.values, 'server_id')}
          allowDeselect={false}
          required
        />
        {!shared && <ResourceFields form={choices} />}
        <Select
          {...form.getInputProps('ide_image_id')}
          label={t('form.ide')}
          description={t('form.ideHelp')}
          data={ides.map(({ value, text }) => ({ value, label: t(`ides.${value}`, text) }))}
          disabled={isFixed(form.values, 'ide_image_id')}
          allowDeselect={false}
        />
        <KeyField form={form} otherUser={other && { id: other.value, name: other.text }} />
      </Section>
      <Section title={t('form.contents')}>
        {(snapshots.length > 0 || snapshotId) && !templates.required && !form.values.template_id && (
          <SegmentedControl
            {...form.getInputProps('deployment_type')}
            aria-label={t('form.deployment')}
            data={[
              { value: 'new_container', label: t('form.newContainer') },
              { value: 'snapshot', label: t('form.fromSnapshot') },
            ]}
            fullWidth
          />
        )}
        {type === 'snapshot' ? (
          <SnapshotPicker {...form.getInputProps('snapshot_id')} options={snapshots} />
        ) : (
          <>
            <SoftwareFields form={form} languages={options.languages} databases={options.databases} />
            <GitField form={form} given={query} />
            <SampleField form={form} />
          </>
        )}
      </Section>
      <Section title={t('form.ports')}>
        <PortFields form={choices} />
      </Section>
      <Section title={t('form.keeping')}>
        <KeepaliveField form={choices} shared={shared} />
        <WarmSleepField form={choices} />
        <Switch
          {...form.getInputProps('delete_protect_flag', { type: 'checkbox' })}
          label={t('settings.protect')}
          description={t('settings.protectHelp')}
        />
      </Section>
    </Form>
  );
}

function Section({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <Paper p="lg" component="section">
      <Stack gap="md">
        {title && <Title order={2}>{title}</Title>}
        {children}
      </Stack>
    </Paper>
  );
}
