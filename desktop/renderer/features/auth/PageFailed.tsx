import { Alert, Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** A page failed to load though the session is valid: one 500 must not sign a person out. */
export function PageFailed({ page, message, onTryAgain }: { page: string; message: string; onTryAgain: () => void }) {
  const { t } = useTranslation('auth');
  return (
    <Alert color="yellow" title={t('login.pageFailed', { page })} role="alert">
      <Stack gap="sm" align="flex-start">
        {message}
        <Button size="xs" variant="default" onClick={onTryAgain}>
          {t('common:action.tryAgain')}
        </Button>
      </Stack>
    </Alert>
  );
}
