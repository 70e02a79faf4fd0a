import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** In a tab that this person, or this status of the workspace, has no use for. */
export function WorkspaceNotOpen() {
  const { t } = useTranslation('workspaces');
  return <Text c="dimmed">{t('tab.none')}</Text>;
}
