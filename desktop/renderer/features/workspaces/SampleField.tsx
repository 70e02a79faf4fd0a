import { Checkbox } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { sampleOf } from '#shared/features/workspaces/samples.ts';
import type { AddWorkspaceValues } from './choices.ts';

/** Offers the sample project of the chosen language, as long as there is no repository. */
export function SampleField({ form }: { form: UseFormReturnType<AddWorkspaceValues> }) {
  const { t } = useTranslation('workspaces');
  const sample = sampleOf(form.values.language ?? '');
  if (!sample || form.values.git_url?.trim()) return null;
  return (
    <Checkbox
      {...form.getInputProps('with_sample', { type: 'checkbox' })}
      label={t('form.sample')}
      description={t(`start.${sample}.text`)}
    />
  );
}
