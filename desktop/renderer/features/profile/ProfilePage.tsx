import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/Page.tsx';
import { GroupSecrets, SecretsPanel } from '../secrets/index.ts';
import { AboutPanel } from './AboutPanel.tsx';
import { ApiTokensPanel } from './ApiTokensPanel.tsx';
import { DotfilesPanel } from './DotfilesPanel.tsx';
import { EditorSettingsPanel } from './EditorSettingsPanel.tsx';
import { EmailPanel } from './EmailPanel.tsx';
import { LinkedAccountsPanel } from './LinkedAccountsPanel.tsx';
import { PasswordPanel } from './PasswordPanel.tsx';
import { PicturePanel } from './PicturePanel.tsx';
import { PreferencesPanel } from './PreferencesPanel.tsx';
import { ReceiptsPanel } from './ReceiptsPanel.tsx';
import { SessionsPanel } from './SessionsPanel.tsx';
import { TwoFactorPanel } from './TwoFactorPanel.tsx';

/** /profile, for everyone. */
export function ProfilePage() {
  const { t } = useTranslation('profile');
  return (
    <Page title={t('title')} intro={t('intro')} width="form">
      <AboutPanel />
      <EmailPanel />
      <PicturePanel />
      <PreferencesPanel />
      <PasswordPanel />
      <TwoFactorPanel />
      <LinkedAccountsPanel />
      <SecretsPanel whose={{ owner: 'person' }} />
      <GroupSecrets />
      <DotfilesPanel />
      <EditorSettingsPanel />
      <ApiTokensPanel />
      <SessionsPanel />
      <ReceiptsPanel />
    </Page>
  );
}
