import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/Page.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { surveyQuery } from '../surveys/index.ts';
import { ProfileForm } from './ProfileForm.tsx';
import { organizationQuery } from './queries.ts';

/** /wizard/step1 */
export function WizardStep1Page() {
  const { t } = useTranslation('wizard');
  const { data: organization } = useQuery(organizationQuery);
  const { data: survey } = useQuery({ ...surveyQuery, meta: { page: true } });
  return (
    <Page title={t('step1.title')} intro={t('step1.intro')}>
      {organization && survey ? <ProfileForm organization={organization} survey={survey} /> : <PageSkeleton />}
    </Page>
  );
}
