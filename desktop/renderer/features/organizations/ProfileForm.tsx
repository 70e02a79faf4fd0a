import { Paper, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { Organization } from '#shared/features/organizations/contract.ts';
import type { Survey } from '#shared/features/surveys/contract.ts';
import { useSend } from '../../lib/use-send.ts';
import { Form } from '../../ui/Form.tsx';
import { useApiForm, withoutEmpty } from '../../ui/use-api-form.ts';
import { emptySurvey, SurveyFields, type SurveyValues } from '../surveys/index.ts';
import { OrganizationFields } from './OrganizationFields.tsx';
import { hasStates, type OrganizationValues, organizationValues } from './organization-values.ts';
import { profileSchema, splitProfile } from './profile-schema.ts';
import { saveProfileMutation } from './queries.ts';
import { useFinishStep } from './use-finish-step.ts';

interface ProfileFormProps {
  organization: Organization;
  survey: Survey;
}

type ProfileValues = OrganizationValues & SurveyValues;

/** The organization and the survey in one form. */
export function ProfileForm({ organization, survey }: ProfileFormProps) {
  const { t } = useTranslation(['wizard', 'common']);
  const save = useSend(saveProfileMutation);
  const finish = useFinishStep(1);
  const { form, submit, ...api } = useApiForm<ProfileValues, typeof profileSchema>({
    draft: 'profile',
    lasting: true,
    schema: profileSchema,
    initialValues: { ...organizationValues(organization), ...emptySurvey(survey) },
    toBody: (values) =>
      withoutEmpty({ ...values, state_prov: hasStates(values) ? values.state_prov : '' }, profileSchema),
  });
  const send = submit(async (_, body) => {
    await save(splitProfile(body));
    await finish('/wizard/step2');
  });
  return (
    <Form api={api} onSubmit={send} submit={t('common:action.continue')}>
      <Paper p="lg">
        <Title order={2} mb="md">
          {t('organization.legend')}
        </Title>
        <OrganizationFields form={form as unknown as UseFormReturnType<OrganizationValues>} />
      </Paper>
      <Paper p="lg">
        <Title order={2} mb="md">
          {t('survey.legend')}
        </Title>
        <SurveyFields form={form as unknown as UseFormReturnType<SurveyValues>} required />
      </Paper>
    </Form>
  );
}
