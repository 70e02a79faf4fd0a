import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';

/** spec/2 §9. */
const SHOWN_MS = 6_000;

/** `message` in the address: the last launch failed. Goes away after 6 s, and from the address as well. */
export function LaunchFailedAlert() {
  const { t } = useTranslation('services');
  const [parameters, setParameters] = useSearchParams();
  const message = parameters.get('message');
  const dismiss = useEffectEvent(() => {
    setParameters(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('message');
        return next;
      },
      { replace: true },
    );
  });
  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => dismiss(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [message]);
  if (!message) return null;
  return (
    <Alert
      role="alert"
      color="red"
      icon={<IconAlertTriangle size={18} />}
      withCloseButton
      closeButtonLabel={t('dismiss')}
      onClose={() => dismiss()}
    >
      {t('launchError')}
    </Alert>
  );
}
