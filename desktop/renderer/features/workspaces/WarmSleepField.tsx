import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ChoiceForm } from './choices.ts';

/** Frozen with its programs while it is idle, or stopped. */
export function WarmSleepField({ form }: { form: ChoiceForm }) {
  const { t } = useTranslation('workspaces');
  const props = form.getInputProps('warm_sleep_flag', { type: 'checkbox' });
  return <Switch {...props} label={t('form.warmSleep')} description={t('form.warmSleepHelp')} />;
}
