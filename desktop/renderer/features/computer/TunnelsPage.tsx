import { useTranslation } from 'react-i18next';
import { platform } from '../../lib/platform/current-platform.ts';
import { Page } from '../../ui/Page.tsx';
import { ComputerTabs } from './ComputerTabs.tsx';
import { LiveTunnels } from './LiveTunnels.tsx';
import { TunnelByHand } from './TunnelByHand.tsx';

/** /desktop/tunnels: ports of workspaces on this computer. */
export function TunnelsPage() {
  const { t } = useTranslation('computer');
  const { desktop } = platform;
  return (
    <Page title={t(desktop ? 'title' : 'webTitle')} intro={t('tunnels.intro')} width="form">
      <ComputerTabs />
      {desktop ? <LiveTunnels desktop={desktop} /> : <TunnelByHand />}
    </Page>
  );
}
