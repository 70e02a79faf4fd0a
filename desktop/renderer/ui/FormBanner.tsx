import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';

interface FormBannerProps {
  /** Shows nothing without one. */
  message: string | null | undefined;
  kind?: 'error' | 'success';
}

/** The result of a form, at its top; scrolls into view because the button may be far below. */
export function FormBanner({ message, kind = 'error' }: FormBannerProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message) box.current?.scrollIntoView?.({ block: 'nearest' });
  }, [message]);
  if (!message) return null;
  const error = kind === 'error';
  return (
    <Alert
      ref={box}
      role={error ? 'alert' : 'status'}
      color={error ? 'red' : 'harbor'}
      icon={error ? <IconAlertTriangle size={18} /> : <IconCircleCheck size={18} />}
      p="sm"
      style={{ scrollMarginBlock: 'calc(var(--slipway-banner, 0px) + 72px)' }}
    >
      {message}
    </Alert>
  );
}
