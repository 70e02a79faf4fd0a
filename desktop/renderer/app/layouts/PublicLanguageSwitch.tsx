import { Group, NativeSelect } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, languageName, setLanguage } from '../../lib/i18n.ts';

/** For people who aren't signed in: stored in this browser only. */
export function PublicLanguageSwitch() {
  const { t, i18n } = useTranslation('common');
  if (LANGUAGES.length < 2) return null;
  return (
    <Group gap={4} wrap="nowrap">
      <IconLanguage size={14} aria-hidden color="var(--mantine-color-dimmed)" />
      <NativeSelect
        variant="unstyled"
        size="xs"
        aria-label={t('language')}
        value={i18n.language}
        onChange={({ currentTarget }) => void setLanguage(currentTarget.value)}
        data={LANGUAGES.map((value) => ({ value, label: languageName(value) }))}
      />
    </Group>
  );
}
