import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/Page.tsx';
import { AboutPanel } from './AboutPanel.tsx';
import { AppearancePanel } from './AppearancePanel.tsx';
import { PasswordPanel } from './PasswordPanel.tsx';
import { SessionsPanel } from './SessionsPanel.tsx';

/** /profile, for everyone (decisions §3). */
export function ProfilePage() {
  const { t } = useTranslation('profile');
  return (
    <Page title={t('title')} intro={t('intro')} width="form">
      <AboutPanel />
      <AppearancePanel />
      <PasswordPanel />
      <SessionsPanel />
    </Page>
  );
}
