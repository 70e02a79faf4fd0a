import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../features/auth/index.ts';
import { LANGUAGES, languageName } from '../../lib/i18n.ts';

/** Menu items: the available languages, each in its own words. */
export function LanguageSwitch() {
  const { t } = useTranslation('common');
  const { language, chooseLanguage } = usePreferences();
  return (
    <Menu.RadioGroup aria-label={t('language')} value={language} onChange={chooseLanguage}>
      {LANGUAGES.map((value) => (
        <Menu.RadioItem key={value} value={value} closeMenuOnClick={false} lang={value}>
          {languageName(value)}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
