import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/Page.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { useWorkspaceOptions } from '../workspaces/index.ts';
import { FirstWorkspaceForm } from './FirstWorkspaceForm.tsx';

/** /wizard/step4 */
export function WizardStep4Page() {
  const { t } = useTranslation('wizard');
  const options = useWorkspaceOptions();
  return (
    <Page title={t('step4.title')} intro={t('step4.intro')}>
      {options ? <FirstWorkspaceForm options={options} /> : <PageSkeleton />}
    </Page>
  );
}
