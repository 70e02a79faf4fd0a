import { Button, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { saveSurvey, saveSurveyBody } from '#shared/features/surveys/contract.ts';
import { call } from '../../lib/call.ts';
import { FormBanner } from '../../ui/FormBanner.tsx';
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
  const { form, ref, message, submit, submitting } = useApiForm<BetaValues, typeof saveSurveyBody>({
    schema: saveSurveyBody,
    initialValues: { ...emptySurvey(), industry: '', website_url: '', beta_user_id: betaUserId },
  });
  return (
    <form
      ref={ref}
      noValidate
      onSubmit={submit(async (_, body) => {
        await call(saveSurvey, { body });
        onDone();
      })}
    >
      <Stack gap="md">
        <FormBanner message={message} />
        <SurveyFields form={form} />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
          <TextInput {...form.getInputProps('industry')} label={t('field.industry')} />
          <TextInput {...form.getInputProps('website_url')} label={t('field.websiteUrl')} type="url" />
        </SimpleGrid>
        <Button type="submit" loading={submitting}>
          {t('beta.submit')}
        </Button>
      </Stack>
    </form>
  );
}
