import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { PublicCard } from '../../ui/PublicCard.tsx';
import { ResendConfirmation } from './ResendConfirmation.tsx';

interface SignupDoneProps {
  email: string;
  /** A provider has already confirmed the address. */
  confirmed: boolean;
}

/** The account exists; a mail asks to confirm the address. */
export function SignupDone({ email, confirmed }: SignupDoneProps) {
  const { t } = useTranslation('auth');
  return (
    <PublicCard title={t(confirmed ? 'signup.readyTitle' : 'signup.doneTitle')}>
      <FormBanner kind="success" message={t(confirmed ? 'signup.ready' : 'signup.done', { email })} />
      <Button component={Link} to="/login" fullWidth>
        {t('login.submit')}
      </Button>
      {!confirmed && <ResendConfirmation email={email} />}
    </PublicCard>
  );
}
