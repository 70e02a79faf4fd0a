import { Button, Group, Paper, Stack, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Organization, updateOrganization } from '#shared/features/organizations/contract.ts';
import { type Survey, saveSurvey } from '#shared/features/surveys/contract.ts';
import { call } from '../../lib/call.ts';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { useApiForm, withoutEmpty } from '../../ui/use-api-form.ts';
import { emptySurvey, SurveyFields, type SurveyValues, surveyQuery } from '../surveys/index.ts';
import { OrganizationFields } from './OrganizationFields.tsx';
import { hasStates, type OrganizationValues, organizationValues } from './organization-values.ts';
import { profileSchema, splitProfile } from './profile-schema.ts';
import { useFinishStep } from './use-finish-step.ts';

interface ProfileFormProps {
  organization: Organization;
  survey: Survey;
}

type ProfileValues = OrganizationValues & SurveyValues;

/** The organization and the survey in one form. */
export function ProfileForm({ organization, survey }: ProfileFormProps) {
  const { t } = useTranslation(['wizard', 'common']);
  const client = useQueryClient();
  const finish = useFinishStep(1);
  const { form, ref, message, submitting, submit } = useApiForm<ProfileValues, typeof profileSchema>({
    draft: 'profile',
    schema: profileSchema,
    initialValues: { ...organizationValues(organization), ...emptySurvey(survey) },
    toBody: (values) =>
      withoutEmpty({ ...values, state_prov: hasStates(values) ? values.state_prov : '' }, profileSchema),
  });
  const send = submit(async (_, body) => {
    const profile = splitProfile(body);
    await call(saveSurvey, { body: profile.survey });
    await call(updateOrganization, { body: profile.organization });
    void client.invalidateQueries({ queryKey: surveyQuery.queryKey });
    await finish('/wizard/step2');
  });
  return (
    <form ref={ref} onSubmit={send} noValidate>
      <Stack gap="md">
        <FormBanner message={message} />
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
        <Group justify="flex-end">
          <Button type="submit" loading={submitting}>
            {t('common:action.continue')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
