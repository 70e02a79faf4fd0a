import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './TableSkeleton.module.css';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const CELLS = ['30%', '14%', '20%', '16%', '10%'];

/** Placeholder in the shape of a table, or of its cards on a phone. */
export function TableSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.frame} role="status" data-testid="page-skeleton">
      <VisuallyHidden>{t('state.loading')}</VisuallyHidden>
      {ROWS.map((row) => (
        <div key={row} className={classes.row}>
          {CELLS.map((width) => (
            <Skeleton key={width} h={12} w={width} className={classes.cell} />
          ))}
        </div>
      ))}
    </div>
  );
}
