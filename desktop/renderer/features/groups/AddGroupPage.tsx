import { Paper } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { groupBody } from '#shared/features/groups/contract.ts';
import { useSend } from '../../lib/use-send.ts';
import { Form } from '../../ui/Form.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { forManagers } from '../auth/index.ts';
import { GroupFields, type GroupValues } from './GroupFields.tsx';
import { addGroupMutation, peopleQuery } from './queries.ts';

/** /groups/add */
export const AddGroupPage = forManagers('groups', 'add.title', AddGroup);

function AddGroup() {
  const { t } = useTranslation('groups');
  const send = useSend(addGroupMutation);
  const navigate = useNavigate();
  const { data: people } = useQuery(peopleQuery);
  const { form, submit, ...api } = useApiForm<GroupValues, typeof groupBody>({
    draft: 'add-group',
    lasting: true,
    firstError: true,
    schema: groupBody,
    initialValues: { name: '', admin_users: [], users: [] },
    toBody: (values) => values,
  });
  const add = submit(async (_, body) => {
    const { groupID } = await send(body);
    await navigate(`/groups/edit/${groupID}`);
  });
  const breadcrumbs = [{ label: t('title'), to: '/groups' }, { label: t('add.title') }];
  return (
    <Page title={t('add.title')} intro={t('add.intro')} breadcrumbs={breadcrumbs} width="form">
      {people ? (
        <Paper p="lg">
          <Form api={api} onSubmit={add} cancel="/groups" submit={t('add.submit')}>
            <GroupFields form={form} people={people} />
          </Form>
        </Paper>
      ) : (
        <PageSkeleton />
      )}
    </Page>
  );
}
