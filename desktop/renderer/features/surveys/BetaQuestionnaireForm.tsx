import { Button, SimpleGrid, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { saveSurvey, saveSurveyBody } from '#shared/features/surveys/contract.ts';
import { call } from '../../lib/call.ts';
import { Form } from '../../ui/Form.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { SurveyFields } from './SurveyFields.tsx';
import { emptySurvey, type SurveyValues } from './survey-values.ts';

interface BetaQuestionnaireFormProps {
  betaUserId: string;
  onDone: () => void;
}

interface BetaValues extends SurveyValues {
  industry: string;
  website_url: string;
  beta_user_id: string;
}

export function BetaQuestionnaireForm({ betaUserId, onDone }: BetaQuestionnaireFormProps) {
  const { t } = useTranslation('surveys');
  const { form, submit, ...api } = useApiForm<BetaValues, typeof saveSurveyBody>({
    schema: saveSurveyBody,
    initialValues: { ...emptySurvey(), industry: '', website_url: '', beta_user_id: betaUserId },
  });
  return (
    <Form
      api={api}
      onSubmit={submit(async (_, body) => {
        await call(saveSurvey, { body });
        onDone();
      })}
    >
      <SurveyFields form={form} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        <TextInput {...form.getInputProps('industry')} label={t('field.industry')} />
        <TextInput {...form.getInputProps('website_url')} label={t('field.websiteUrl')} type="url" />
      </SimpleGrid>
      <Button type="submit" loading={api.submitting}>
        {t('beta.submit')}
      </Button>
    </Form>
  );
}
