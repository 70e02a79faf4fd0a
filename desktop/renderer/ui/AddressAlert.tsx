import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';

interface AddressAlertProps {
  text: string;
  shownMs: number;
}

/**
 * Shown while `message` is in the address: something failed on the previous page. Removes itself, from the address as
 * well.
 */
export function AddressAlert({ text, shownMs }: AddressAlertProps) {
  const { t } = useTranslation();
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
    const timer = setTimeout(() => dismiss(), shownMs);
    return () => clearTimeout(timer);
  }, [message, shownMs]);
  if (!message) return null;
  return (
    <Alert
      role="alert"
      color="red"
      icon={<IconAlertTriangle size={18} />}
      withCloseButton
      closeButtonLabel={t('action.dismiss')}
      onClose={() => dismiss()}
    >
      {text}
    </Alert>
  );
}
