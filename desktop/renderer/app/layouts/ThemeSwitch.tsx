import { Group, Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../features/auth/index.ts';
import { SCHEMES } from './schemes.ts';

type Scheme = (typeof SCHEMES)[number]['value'];

/** Menu items: light, dark, or the system's setting. */
export function ThemeSwitch() {
  const { t } = useTranslation('shell');
  const { theme, chooseTheme } = usePreferences();
  return (
    <Menu.RadioGroup aria-label={t('theme.label')} value={theme} onChange={(value) => chooseTheme(value as Scheme)}>
      {SCHEMES.map(({ value, icon: Icon }) => (
        <Menu.RadioItem key={value} value={value} closeMenuOnClick={false}>
          <Group gap="xs">
            <Icon size={16} aria-hidden /> {t(`theme.${value}`)}
          </Group>
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
