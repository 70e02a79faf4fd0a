import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { platform } from '../../lib/platform/current-platform.ts';

/** The two pages about this computer. */
export function ComputerTabs() {
  const { t } = useTranslation('computer');
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const current = pathname.startsWith('/desktop/tunnels') ? '/desktop/tunnels' : '/desktop';
  return (
    <Tabs value={current} onChange={(path) => path && navigate(path)} activateTabWithKeyboard={false}>
      <Tabs.List>
        <Tabs.Tab value="/desktop">{t(platform.desktop ? 'tab.settings' : 'tab.about')}</Tabs.Tab>
        <Tabs.Tab value="/desktop/tunnels">{t('tab.tunnels')}</Tabs.Tab>
      </Tabs.List>
    </Tabs>
  );
}
