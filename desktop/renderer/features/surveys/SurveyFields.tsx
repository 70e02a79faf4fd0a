import { Select, SimpleGrid, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { HEARD_ABOUT_FROM, ORGANIZATION_SIZES, USAGE_CHOICES } from '#shared/features/surveys/contract.ts';
import { surveyLanguagesQuery } from './queries.ts';
import type { SurveyValues } from './survey-values.ts';

interface SurveyFieldsProps {
  form: Pick<UseFormReturnType<SurveyValues>, 'getInputProps'>;
  /** The wizard requires `heard_about_link` and `most_important_qualities`. */
  required?: boolean;
}

/** The survey's questions, for the beta questionnaire and the wizard. */
export function SurveyFields({ form, required = false }: SurveyFieldsProps) {
  const { t } = useTranslation('surveys');
  const languages = useQuery(surveyLanguagesQuery);
  const choices = (group: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: t(`${group}.${value}`) }));
  return (
    <Stack gap="md">
      <TagsInput
        {...form.getInputProps('languages')}
        label={t('field.languages')}
        description={t('field.languagesHelp')}
        data={languages.data?.languages ?? []}
        maxTags={50}
        clearable
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        <Select
          {...form.getInputProps('heard_about_from')}
          label={t('field.heardAboutFrom')}
          placeholder={t('choose')}
          data={choices('heardAboutFrom', HEARD_ABOUT_FROM)}
        />
        <TextInput {...form.getInputProps('heard_about_link')} label={t('field.heardAboutLink')} required={required} />
        <Select
          {...form.getInputProps('usage_choice')}
          label={t('field.usageChoice')}
          placeholder={t('choose')}
          data={choices('usageChoice', USAGE_CHOICES)}
        />
        <Select
          {...form.getInputProps('organization_size')}
          label={t('field.organizationSize')}
          placeholder={t('choose')}
          data={choices('organizationSize', ORGANIZATION_SIZES)}
        />
      </SimpleGrid>
      <Textarea
        {...form.getInputProps('most_important_qualities')}
        label={t('field.mostImportantQualities')}
        autosize
        minRows={2}
        maxRows={8}
        required={required}
      />
    </Stack>
  );
}
