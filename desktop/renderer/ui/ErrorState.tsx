import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface ErrorStateProps {
  error: unknown;
  onRetry: () => void;
  retrying?: boolean;
  /** Label of the button; default 'Try again'. */
  action?: string;
}

/** Part of a page couldn't be loaded: what happened, and a button to try again. */
export function ErrorState({ error, onRetry, retrying = false, action }: ErrorStateProps) {
  const { t } = useTranslation();
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} />} title={t('state.failed')}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{error instanceof Error ? error.message : t('error.unexpected')}</Text>
        <Button variant="default" size="xs" onClick={onRetry} loading={retrying}>
          {action ?? t('action.tryAgain')}
        </Button>
      </Stack>
    </Alert>
  );
}
