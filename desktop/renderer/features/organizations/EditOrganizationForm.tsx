import { Button, Group, Paper } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Organization, updateOrganizationBody } from '#shared/features/organizations/contract.ts';
import { useSend } from '../../lib/use-send.ts';
import { Form } from '../../ui/Form.tsx';
import { Marker } from '../../ui/Marker.tsx';
import { useApiForm, withoutEmpty } from '../../ui/use-api-form.ts';
import { useMarker } from '../../ui/use-marker.ts';
import { OrganizationFields } from './OrganizationFields.tsx';
import { hasStates, type OrganizationValues, organizationValues } from './organization-values.ts';
import { updateOrganizationMutation } from './queries.ts';

/** Name and address; missing required fields are reported. */
export function EditOrganizationForm({ organization }: { organization: Organization }) {
  const { t } = useTranslation('organizations');
  const update = useSend(updateOrganizationMutation);
  const updated = useMarker();
  const { form, submit, ...api } = useApiForm<OrganizationValues, typeof updateOrganizationBody>({
    draft: 'organization',
    lasting: true,
    schema: updateOrganizationBody,
    initialValues: organizationValues(organization),
    toBody: (values) =>
      withoutEmpty({ ...values, state_prov: hasStates(values) ? values.state_prov : '' }, updateOrganizationBody),
  });
  const save = submit(async (_, body) => {
    await update(body);
    form.resetDirty();
    updated.show();
  });
  return (
    <Paper p="lg" component="section" aria-label={t('edit.form')}>
      <Form api={api} onSubmit={save}>
        <OrganizationFields form={form} />
        <Group justify="flex-end">
          <Marker shown={updated.shown} text={t('edit.updated')} />
          <Button type="submit" loading={api.submitting} disabled={!form.isDirty()}>
            {t('edit.update')}
          </Button>
        </Group>
      </Form>
    </Paper>
  );
}
