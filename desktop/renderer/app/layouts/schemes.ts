import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';

export const SCHEMES = [
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
  { value: 'auto', icon: IconDeviceDesktop },
] as const;
