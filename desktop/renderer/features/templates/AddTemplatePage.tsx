import { Paper } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { templateBody } from '#shared/features/templates/contract.ts';
import { useSend } from '../../lib/use-send.ts';
import { Form } from '../../ui/Form.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { forManagers } from '../auth/index.ts';
import { useWorkspaceOptions, type WorkspaceOptions } from '../workspaces/index.ts';
import { addTemplateMutation, sourceQuery } from './queries.ts';
import { TemplateFields } from './TemplateFields.tsx';
import { newValues, type TemplateValues, toBody, valuesOfWorkspace } from './template-values.ts';

/** /templates/add; with `?workspace={id}` it starts with what that workspace has. */
export const AddTemplatePage = forManagers('templates', 'add.title', AddTemplate);

function AddTemplate() {
  const { t } = useTranslation('templates');
  const [query] = useSearchParams();
  const from = query.get('workspace') ?? '';
  const options = useWorkspaceOptions();
  const source = useQuery(sourceQuery(from));
  const breadcrumbs = [{ label: t('title'), to: '/templates' }, { label: t('add.title') }];
  // A workspace that isn't there leaves the form as a new one.
  const ready = options && (from === '' || source.data || source.isError);
  return (
    <Page title={t('add.title')} intro={t('add.intro')} breadcrumbs={breadcrumbs} width="form">
      {ready ? (
        <AddForm
          options={options}
          initial={source.data ? valuesOfWorkspace(source.data) : newValues(options.defaults)}
        />
      ) : (
        <PageSkeleton />
      )}
    </Page>
  );
}

function AddForm({ options, initial }: { options: WorkspaceOptions; initial: TemplateValues }) {
  const { t } = useTranslation('templates');
  const send = useSend(addTemplateMutation);
  const navigate = useNavigate();
  const { form, submit, ...api } = useApiForm<TemplateValues, typeof templateBody>({
    draft: `add-template${window.location.search}`,
    lasting: true,
    schema: templateBody,
    initialValues: initial,
    toBody,
  });
  const add = submit(async (_, body) => {
    await send(body);
    await navigate('/templates');
  });
  return (
    <Paper p="lg">
      <Form api={api} onSubmit={add} cancel="/templates" submit={t('add.submit')}>
        <TemplateFields form={form} options={options} />
      </Form>
    </Paper>
  );
}
