import { useTranslation } from 'react-i18next';
import { platform } from '../../lib/platform/current-platform.ts';
import { Page } from '../../ui/Page.tsx';
import { AboutApp } from './AboutApp.tsx';
import { AccountsPanel } from './AccountsPanel.tsx';
import { ComputerTabs } from './ComputerTabs.tsx';
import { Downloads } from './Downloads.tsx';
import { KeepingPanel } from './KeepingPanel.tsx';
import { ProgramsPanel } from './ProgramsPanel.tsx';
import { StartupPanel } from './StartupPanel.tsx';

/** /desktop: the settings of the desktop app, or in a browser what it is for. */
export function ComputerPage() {
  const { t } = useTranslation('computer');
  const { desktop } = platform;
  return (
    <Page title={t(desktop ? 'title' : 'webTitle')} intro={t(desktop ? 'intro' : 'webIntro')} width="form">
      <ComputerTabs />
      {desktop ? (
        <>
          <AccountsPanel desktop={desktop} />
          <ProgramsPanel desktop={desktop} />
          <StartupPanel desktop={desktop} />
          <KeepingPanel desktop={desktop} />
        </>
      ) : (
        <>
          <AboutApp />
          <Downloads />
        </>
      )}
    </Page>
  );
}
