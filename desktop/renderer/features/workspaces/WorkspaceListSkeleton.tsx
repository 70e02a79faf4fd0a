import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './WorkspaceCard.module.css';

export function WorkspaceListSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.grid} role="status">
      <VisuallyHidden>{t('state.loading')}</VisuallyHidden>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((place) => (
        <Skeleton key={place} h={148} />
      ))}
    </div>
  );
}
