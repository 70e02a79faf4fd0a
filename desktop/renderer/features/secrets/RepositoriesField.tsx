import { Radio, Stack, TagsInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface RepositoriesFieldProps {
  /** Null: all. */
  value: string[] | null;
  error: React.ReactNode;
  onChange: (value: string[] | null) => void;
}

/** Workspaces of all repositories, or of some. */
export function RepositoriesField({ value, error, onChange }: RepositoriesFieldProps) {
  const { t } = useTranslation('secrets');
  return (
    <Stack gap="xs">
      <Radio.Group
        label={t('form.repositories')}
        value={value === null ? 'all' : 'some'}
        onChange={(choice) => onChange(choice === 'all' ? null : [])}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="all" label={t('form.all')} />
          <Radio value="some" label={t('form.some')} />
        </Stack>
      </Radio.Group>
      {value !== null && (
        <TagsInput
          label={t('form.patterns')}
          description={t('form.patternsHelp')}
          placeholder="github.com/acme/*"
          value={value}
          error={error}
          onChange={onChange}
          splitChars={[',', ' ']}
          acceptValueOnBlur
        />
      )}
    </Stack>
  );
}
