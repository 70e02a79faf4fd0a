import { Group, Skeleton, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './WorkspaceCard.module.css';

/** In the shape of the cards. */
export function WorkspaceListSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.grid} role="status">
      <VisuallyHidden>{t('state.loading')}</VisuallyHidden>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((place) => (
        <div key={place} className={classes.card} data-status="Offline">
          <Group justify="space-between">
            <Skeleton h={16} w="45%" />
            <Skeleton h={16} w={64} />
          </Group>
          <Skeleton h={12} w="70%" />
          <Skeleton h={12} w="55%" />
          <Group justify="space-between" mt="auto">
            <Skeleton h={12} w="30%" />
            <Skeleton h={30} w={128} />
          </Group>
        </div>
      ))}
    </div>
  );
}
