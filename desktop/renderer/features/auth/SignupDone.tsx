import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { PublicCard } from '../../ui/PublicCard.tsx';

/** The account exists; a mail asks to confirm the address. */
export function SignupDone({ email }: { email: string }) {
  const { t } = useTranslation('auth');
  return (
    <PublicCard title={t('signup.doneTitle')}>
      <FormBanner kind="success" message={t('signup.done', { email })} />
      <Button component={Link} to="/login" fullWidth>
        {t('login.submit')}
      </Button>
    </PublicCard>
  );
}
