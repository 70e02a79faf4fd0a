import { Input, SegmentedControl, Select, Stack } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Theme } from '#shared/features/auth/contract.ts';
import { LANGUAGES, languageName } from '../../lib/i18n.ts';
import { Panel } from '../../ui/Panel.tsx';
import { usePreferences } from '../auth/index.ts';

const THEMES: Theme[] = ['light', 'dark', 'auto'];

/** Theme and language, for all of the person's devices. */
export function PreferencesPanel() {
  const { t } = useTranslation(['profile', 'shell']);
  const { theme, language, chooseTheme, chooseLanguage } = usePreferences();
  const id = useId();
  return (
    <Panel title={t('preferences.title')} text={t('preferences.text')}>
      <Stack gap="md">
        <Input.Wrapper label={t('shell:theme.label')} labelElement="div" labelProps={{ id }}>
          <SegmentedControl
            aria-labelledby={id}
            display="flex"
            w="fit-content"
            value={theme}
            onChange={(value) => chooseTheme(value as Theme)}
            data={THEMES.map((value) => ({ value, label: t(`shell:theme.${value}`) }))}
          />
        </Input.Wrapper>
        {LANGUAGES.length > 1 && (
          <Select
            label={t('preferences.language')}
            maw={280}
            value={language}
            onChange={(value) => value && chooseLanguage(value)}
            data={LANGUAGES.map((value) => ({ value, label: languageName(value) }))}
            allowDeselect={false}
          />
        )}
      </Stack>
    </Panel>
  );
}
