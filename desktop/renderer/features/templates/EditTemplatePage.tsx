import { Alert, Button, Group, Paper, Text } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { UNDO_HOURS } from '#shared/api/undo.ts';
import { type Template, updateTemplateBody } from '#shared/features/templates/contract.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useSend } from '../../lib/use-send.ts';
import { ConfirmPopover } from '../../ui/ConfirmPopover.tsx';
import { Form } from '../../ui/Form.tsx';
import { Marker } from '../../ui/Marker.tsx';
import { NotFound } from '../../ui/NotFound.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { toastUndo } from '../../ui/toast-undo.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { useMarker } from '../../ui/use-marker.ts';
import { forManagers } from '../auth/index.ts';
import { PrebuildPanel } from '../prebuilds/index.ts';
import { useWorkspaceOptions, type WorkspaceOptions } from '../workspaces/index.ts';
import { deleteTemplateMutation, restoreTemplateMutation, templateQuery, updateTemplateMutation } from './queries.ts';
import { TemplateFields } from './TemplateFields.tsx';
import { type TemplateValues, toBody, valuesOf } from './template-values.ts';

/** /templates/edit/{id} */
export const EditTemplatePage = forManagers('templates', 'title', EditTemplate);

function EditTemplate() {
  const { t } = useTranslation('templates');
  const { id = '' } = useParams();
  const { data: template, error } = useQuery(templateQuery(id));
  const options = useWorkspaceOptions();
  if (error instanceof ApiError && error.notFound) return <TemplateNotFound />;
  if (!template || !options) return <PageSkeleton />;
  const { name } = template;
  return (
    <Page
      title={name}
      intro={t('edit.intro', { version: template.version })}
      breadcrumbs={[{ label: t('title'), to: '/templates' }, { label: name }]}
      width="form"
    >
      {template.problems.length > 0 && (
        <Alert color="yellow">
          {template.problems.map((problem) => (
            <Text key={problem} size="sm">
              {t(`problem.${problem}`)}
            </Text>
          ))}
        </Alert>
      )}
      <EditForm key={template.id} template={template} options={options} />
      {template.content.git_url !== null && <PrebuildPanel templateId={template.id} />}
    </Page>
  );
}

function EditForm({ template, options }: { template: Template; options: WorkspaceOptions }) {
  const { t } = useTranslation(['templates', 'common']);
  const navigate = useNavigate();
  const { id, name, version, change_date } = template;
  const update = useSend(updateTemplateMutation(id));
  const updated = useMarker();
  /** What was there when typing began: whoever saves over a newer one is told. */
  const [base, setBase] = useState({ version, change_date });
  const { form, setMessage, submit, ...api } = useApiForm<TemplateValues, typeof updateTemplateBody>({
    draft: `edit-template-${id}-${base.change_date}`,
    lasting: true,
    schema: updateTemplateBody,
    initialValues: valuesOf(template),
    toBody: (values) => ({ ...toBody(values), ...base }),
  });
  if (base.change_date !== change_date && !form.isDirty()) setBase({ version, change_date });
  const save = submit(async (_, body) => {
    await update(body);
    form.resetDirty();
    updated.show();
  });
  const restore = useMutation(restoreTemplateMutation);
  const remove = useMutation({
    ...deleteTemplateMutation(id),
    onSuccess: async () => {
      toastUndo(t('delete.undo', { name }), () => restore.mutateAsync(id));
      await navigate('/templates');
    },
    onError: (error) => setMessage(error.message),
  });
  const gone = remove.isPending || remove.isSuccess;
  return (
    <Paper p="lg">
      <Form api={api} onSubmit={save}>
        <TemplateFields form={form} options={options} />
        <Group justify="flex-end" gap="xs">
          <Marker shown={updated.shown} text={t('edit.updated')} />
          <ConfirmPopover
            text={t('delete.confirm')}
            detail={t('common:undo.kept', { name, count: UNDO_HOURS })}
            onConfirm={() => remove.mutate()}
            disabled={gone}
            disablesButton
          >
            <Button variant="default" c="var(--mantine-color-error)" loading={remove.isPending}>
              {t('delete.action')}
            </Button>
          </ConfirmPopover>
          <Button type="submit" loading={api.submitting} disabled={gone || !form.isDirty()}>
            {t('edit.submit')}
          </Button>
        </Group>
      </Form>
    </Paper>
  );
}

function TemplateNotFound() {
  const { t } = useTranslation('templates');
  return (
    <NotFound
      icon={<IconTemplate size={24} />}
      title={t('notFound.title')}
      text={t('notFound.text')}
      to="/templates"
      back={t('notFound.action')}
    />
  );
}
