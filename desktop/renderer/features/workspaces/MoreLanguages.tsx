import { MultiSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MORE_LANGUAGES_MAX } from '#shared/features/workspaces/model.ts';
import { besides } from './besides.ts';
import type { Option } from './use-workspace-options.ts';

interface MoreLanguagesProps {
  main: string;
  options: Option[];
  value?: string[];
  onChange?: (value: string[]) => void;
  error?: ReactNode;
  disabled?: boolean;
}

/** The languages beside the main one. Nothing for a workspace without one, or whose template adds none. */
export function MoreLanguages({ main, options, value = [], disabled, ...input }: MoreLanguagesProps) {
  const { t } = useTranslation('workspaces');
  if (main === 'none' || (disabled && value.length === 0)) return null;
  const left = besides(
    options.map((option) => option.value),
    [main, ...value],
  );
  return (
    <MultiSelect
      {...input}
      value={value}
      label={t('form.more')}
      description={t('form.moreHelp', { limit: MORE_LANGUAGES_MAX })}
      data={options.filter((option) => value.includes(option.value) || left.includes(option.value))}
      disabled={disabled ?? false}
      maxValues={MORE_LANGUAGES_MAX}
      hidePickedOptions
      searchable
      openOnFocus={false}
      nothingFoundMessage={t('form.nothing')}
    />
  );
}
