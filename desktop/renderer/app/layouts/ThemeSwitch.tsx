import { Group, Menu, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

const SCHEMES = [
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
  { value: 'auto', icon: IconDeviceDesktop },
] as const;
type Scheme = (typeof SCHEMES)[number]['value'];

/** Menu items: light, dark, or as the system has it. */
export function ThemeSwitch() {
  const { t } = useTranslation('shell');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu.RadioGroup
      aria-label={t('theme.label')}
      value={colorScheme}
      onChange={(value) => setColorScheme(value as Scheme)}
    >
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
