import { Button, type ButtonProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { WorkspaceStatus } from '#shared/features/workspaces/model.ts';

interface LaunchButtonProps extends ButtonProps {
  url: string;
  name: string;
  status: WorkspaceStatus;
}

/** Opens the web IDE in a new tab; the visit wakes an offline workspace. */
export function LaunchButton({ url, name, status, ...props }: LaunchButtonProps) {
  const { t } = useTranslation('workspaces');
  const opens = status === 'Active' || status === 'Offline';
  const label = t('card.openNamed', { name });
  if (!opens) {
    return (
      <Button {...props} disabled aria-label={label}>
        {t('card.open')}
      </Button>
    );
  }
  return (
    <Button {...props} component="a" href={url} target="_blank" rel="noopener" aria-label={label}>
      {t('card.open')}
    </Button>
  );
}
