import { Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

const SCHEMES = [
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
  { value: 'auto', icon: IconDeviceDesktop },
] as const;

/** Menu items: light, dark, or as the system has it. */
export function ThemeSwitch() {
  const { t } = useTranslation('shell');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return SCHEMES.map(({ value, icon: Icon }) => (
    <Menu.Item
      key={value}
      role="menuitemradio"
      aria-checked={colorScheme === value}
      closeMenuOnClick={false}
      leftSection={<Icon size={16} />}
      rightSection={colorScheme === value ? <IconCheck size={16} /> : null}
      onClick={() => setColorScheme(value)}
    >
      {t(`theme.${value}`)}
    </Menu.Item>
  ));
}
